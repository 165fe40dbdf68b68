/** Types that several modules of the client share. The messages themselves are declared in messages.d.ts. */

import type { ClientMessage, ServerMessage } from "./messages.js";

export type { ClientMessage, ServerMessage };

/** The server message with the given `type`. */
export type ServerMessageOf<Type extends ServerMessage["type"]> = Extract<ServerMessage, { type: Type }>;
/** The client message with the given `type`. */
export type ClientMessageOf<Type extends ClientMessage["type"]> = Extract<ClientMessage, { type: Type }>;

export type Welcome = ServerMessageOf<"welcome">;
export type Presence = ServerMessageOf<"presence">;
export type State = ServerMessageOf<"state">;
export type Planned = ServerMessageOf<"planned">;
export type Preview = ServerMessageOf<"preview">;
export type Hint = ServerMessageOf<"hint">;
export type Objection = ServerMessageOf<"objection">;
export type Explain = ServerMessageOf<"explain">;
export type Look = ServerMessageOf<"look">;
export type LogUpdate = ServerMessageOf<"log">;
export type Chat = ServerMessageOf<"chat">;
export type Notices = ServerMessageOf<"notices">;
export type LessonMessage = ServerMessageOf<"lesson">;
export type Refused = ServerMessageOf<"refused">;

export type Seat = Welcome["seats"][number];
export type Agent = Welcome["agents"][number];
export type Setting = Welcome["settings"][number];
/** The clock of a table. */
export type Clock = NonNullable<Presence["clock"]>;
export type Option = State["options"][number];
export type Explanation = Explain["explanations"][number];
export type GestureChoice = Planned["choices"][number];
export type PhaseSummary = NonNullable<LogUpdate["entries"][number]["summary"]>;
export type SummaryCell = PhaseSummary["rows"][number][number];
export type LogEntry = LogUpdate["entries"][number];
export type PhaseMark = Look["phases"][number];
export type Outcome = NonNullable<State["outcome"]>;

/** The perspective of a replay: a seat, a spectator (null) or all cards open ("all"). */
export type Perspective = NonNullable<ClientMessageOf<"look">["eyes"]> | null;

// Answers of the HTTP interface

/** x, y, width and height in units of 1/16 rem. */
export type Box = number[];

export interface Boxes {
  slabs: Box[];
  prompt: Box;
  scores: Box;
  log: Box;
  places: Record<string, Box>;
}

/** A screen of a phone that shows some districts of the board. */
export interface Panel {
  name: string;
  title: string;
  sign: string;
  districts: string[];
  /** Districts of other panels that move to this one on a screen that lies on its side. */
  beside: string[];
}

export interface Layout extends Boxes {
  wide: Boxes;
  /** The same for an upright tablet, without rivals, points and log; null if the game has none. */
  upright: Pick<Boxes, "slabs" | "prompt" | "places"> | null;
  panels: Panel[];
  /** The colour variable of each source of points. */
  hues: Record<string, string>;
  /** The symbol of each source of points. */
  signs: Record<string, string>;
}

export interface GameSetting {
  name: string;
  title: string;
  kind: "one_of" | "some_seats";
  default: string;
  values: { value: string; words: string }[];
}

export interface Game {
  name: string;
  title: string;
  about: string;
  seats: number[];
  settings: GameSetting[];
  has_lessons: boolean;
}

/** A lesson; with the table to open for it if it is a real game. */
export interface LessonInfo {
  lesson: string;
  title: string;
  steps: number;
  table?: NewTable;
}

export interface Games {
  games: Game[];
  agents: Agent[];
  usual_level: string;
}

export interface TableSeat {
  seat: number;
  name: string;
  kind: "person" | "computer";
  agent: string | null;
  for_people: boolean;
}

export interface TableSummary {
  table: string;
  game: string;
  title: string;
  settings: Setting[];
  created: number;
  touched: number;
  finished: number | null;
  outcome: Outcome | null;
  /** How the game stood when its players agreed to end it. */
  ended: Outcome | null;
  seats: TableSeat[];
}

/** A table among the player's own games. */
export interface MyTable extends TableSummary {
  /** The seats that the player holds. */
  held: number[];
  is_creator: boolean;
  /** The seat that decides, null once the game is over. */
  seat: number | null;
  is_mine: boolean;
  /** How long the players may still think; null if for ever. */
  clock: Clock | null;
}

/** How long people may think, in seconds for a turn and for the whole game besides. */
export interface NewTimeControl {
  kind: "live" | "days";
  turn: number;
  bank?: number;
}

/** The holidays of the player as dates, and how many a year may have. */
export interface HolidayList {
  days: string[];
  most: number;
}

export interface MyTables {
  games: MyTable[];
  /** Whether another browser of the player, or a recovery code, brings the games back if this browser is lost. */
  is_recoverable: boolean;
}

/** The browsers of the player, the oldest first, and when the recovery code was made. */
export interface MyDevices {
  devices: { since: number; is_this: boolean }[];
  recovery: number | null;
}

export interface NewDeviceLink {
  link: string;
  minutes: number;
}

/** What a link to another device, or a recovery code, leads to. */
export interface DeviceLinkInfo {
  kind: "games" | "seat" | "recovery";
  name: string | null;
  games: number;
  own_games: number;
  is_mine: boolean;
  table: string | null;
  title: string | null;
  seat: number | null;
}

export interface NewSeat {
  kind: "me" | "friend" | "computer";
  agent?: string;
  name?: string;
}

export interface NewTable {
  game: string;
  seats: NewSeat[];
  settings: Record<string, string>;
  pace?: number;
  /** Whether the game begins only when all friends have come. */
  gathers?: boolean;
  /** Missing if people may think for ever. */
  time?: NewTimeControl;
}

export interface CreatedTable {
  table: string;
  owner: string;
  link: string;
  /** One's own seats with a token, those of friends with an invitation. */
  seats: { seat: number; kind: NewSeat["kind"]; token?: string; invitation?: string; link?: string }[];
}

/** What an invitation leads to. */
export interface InvitationInfo {
  table: string;
  game: string;
  title: string;
  seat: number;
  is_redeemed: boolean;
  is_creator: boolean;
  /** Who opened the table, null for a player without a seat. */
  host: string | null;
  is_gathering: boolean;
  seats: Seat[];
}

export interface RedeemedSeat {
  table: string;
  seat: number;
  owner: string;
  /** Missing if this browser has redeemed the invitation before. */
  token?: string;
}

/** How other machines of the local network reach a server on this machine. */
export interface NetworkInfo {
  addresses: string[];
  /** Whether the creator of a table may let the local network in. */
  may_be_opened: boolean;
}

/** The points of all seats after every action, and where the parts of the game begin. */
export interface ScoreHistory {
  points: number[][];
  marks: { position: number; label: string }[];
  /** How long the game lasted, in words such as "after four quarters"; may be empty. */
  duration: string;
}

export interface Thumbnail {
  crumb: string;
  picture: string;
}

export interface RulesPart {
  kind: string;
  text: string;
  items: string[];
  is_numbered: boolean;
  head: string[];
  rows: string[][];
  rulings: string[];
  doubt: string;
}

export interface RulesSection {
  id: string;
  title: string;
  chapter: string;
  sign: string;
  parts: RulesPart[];
}

export interface Rulebook {
  game: string;
  title: string;
  about: string;
  sections: RulesSection[];
}

export interface HelpEntry {
  name: string;
  text: string;
  rulings: string[];
  section: string;
  section_title: string;
  doubt: string;
}

// What the browser stores

/** A seat, and links for friends as pairs of name and address. */
export interface SavedSeat {
  token?: string;
  /** The number of a seat without a token: the owner key opens it. */
  seat?: number;
  links: [string, string][];
  /** The lesson that is played there, a real game. */
  lesson?: string;
  /** Whether the links have been shown. */
  seen?: boolean;
}
