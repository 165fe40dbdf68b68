// Messages of a table for two, as the server sends them.

/** @import { LogEntry, Option, Seat, State, Welcome } from "../../src/ulpia/web/types.js" */

/** @returns {Seat} */
export const person = (seat, name) => ({
  seat,
  name,
  kind: "person",
  agent: null,
  is_here: true,
  for_people: true,
  is_taken: true,
  agrees_to_hints: false,
  agrees_to_end: false,
  has_left: false,
  is_creators: false,
});

/** @returns {Seat} */
export const computer = (seat, name, agent = "centurio") => ({
  ...person(seat, name),
  kind: "computer",
  agent,
  for_people: false,
  is_taken: false,
});

/** @returns {Welcome} */
export const welcome = (changes = {}) => ({
  type: "welcome",
  protocol: 1,
  table: "WH62Zvbx7iIU",
  game: "chess",
  title: "Chess",
  language: "en",
  you: 0,
  is_creator: true,
  settings: [],
  sources: { pawns: "Pawns", queens: "Queens" },
  agents: [{ name: "centurio", title: "Centurio", about: "a centurion", is_level: true }],
  created: 0,
  rules: 1,
  components: "",
  reconstructed: [],
  seats: [person(0, "Ada"), computer(1, "Livia")],
  spectators: 0,
  pace: 0.9,
  hints: true,
  is_gathering: false,
  ended: null,
  successor: null,
  preparing: null,
  skipping: [],
  clock: null,
  ...changes,
});

/** @returns {State} */
export const state = (changes = {}) => ({
  type: "state",
  position: 3,
  revision: "r.3",
  since: null,
  can_undo: false,
  undo_to: null,
  undo_one: null,
  seat: 0,
  question: { kind: "turn", about: null },
  crumb: "Round 1.",
  asked: "Which piece do you move?",
  options: [],
  points: [0, 0],
  sources: [{}, {}],
  is_over: false,
  outcome: null,
  districts: {},
  gone: [],
  ...changes,
});

/** @returns {Option} */
export const option = (number, place = "", changes = {}) => ({
  number,
  words: `move ${number}`,
  effect: "",
  place,
  final: false,
  ...changes,
});

/** @returns {LogEntry} */
export const entry = (position, seat, sentences, gains = []) => ({ position, seat, sentences, points: [], gains });
