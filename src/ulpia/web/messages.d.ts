/** Messages of the WebSocket protocol, as docs/protocol.md describes them. */

export interface Hello {
  type: "hello";
  id?: number;
  table: string;
  language: "en" | "de";
  token?: string;
  owner?: string;
  seat?: number;
  form?: "full" | "small";
}

export interface Act {
  type: "act";
  id?: number;
  revision: string;
  actions: number[];
}

export interface Plan {
  type: "plan";
  id?: number;
  revision: string;
  actions: number[];
}

export interface Undo {
  type: "undo";
  id?: number;
  revision: string;
  to: number;
}

export interface HintRequest {
  type: "hint";
  id?: number;
  revision: string;
  step: number;
}

export interface HintConsent {
  type: "hints";
  id?: number;
  are_fine: boolean;
}

export interface LookRequest {
  type: "look";
  id?: number;
  position: number;
  eyes?: number | "all" | null;
}

export interface ChatRequest {
  type: "chat";
  id?: number;
  text: string;
}

export interface Rename {
  type: "name";
  id?: number;
  name: string;
}

export interface HandOver {
  type: "hand_over";
  id?: number;
  seat: number;
  agent: string;
}

export interface TakeBack {
  type: "take_back";
  id?: number;
  seat: number;
}

export interface SetPace {
  type: "pace";
  id?: number;
  seconds: number;
}

export type ClientMessage =
  | Hello
  | Act
  | Plan
  | Undo
  | HintRequest
  | HintConsent
  | LookRequest
  | ChatRequest
  | Rename
  | HandOver
  | TakeBack
  | SetPace;

export interface AgentInfo {
  name: string;
  title: string;
  about: string;
  is_level: boolean;
}

export interface SettingInfo {
  name: string;
  title: string;
  value: string;
  words: string;
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: "person" | "computer";
  agent: string | null;
  is_here: boolean;
  for_people: boolean;
  agrees_to_hints: boolean;
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  table: string;
  game: string;
  title: string;
  language: "en" | "de";
  you: number | null;
  is_creator: boolean;
  settings: SettingInfo[];
  sources: Record<string, string>;
  agents: AgentInfo[];
  created: number;
  rules: number;
  components: string;
  reconstructed: string[];
  seats: SeatInfo[];
  spectators: number;
  pace: number;
  hints: boolean;
  preparing: number | null;
}

export interface Presence {
  type: "presence";
  seats: SeatInfo[];
  spectators: number;
  pace: number;
  hints: boolean;
  preparing: number | null;
}

export interface LogEntry {
  position: number;
  seat: number | null;
  sentences: string[];
  points: number[];
  minor?: boolean;
}

export interface LogUpdate {
  type: "log";
  from: number;
  entries: LogEntry[];
}

export interface Question {
  kind: string;
  about: string | null;
}

export interface Option {
  number: number;
  words: string;
  effect: string;
  place: string;
  final: boolean;
  places?: string[];
  gesture?: boolean;
}

export interface OutcomeInfo {
  ranking: number[][];
  points: number[];
}

export interface State {
  type: "state";
  position: number;
  revision: string;
  since: number | null;
  can_undo: boolean;
  undo_to: number | null;
  undo_one: number | null;
  seat: number | null;
  question: Question | null;
  crumb: string;
  asked: string | null;
  options: Option[];
  points: number[];
  sources: Record<string, number>[];
  is_over: boolean;
  outcome: OutcomeInfo | null;
  districts: Record<string, string | Record<string, string>>;
  gone: string[];
}

export interface GestureChoice {
  places: string[];
  words: string;
  actions: number[];
}

export interface Planned {
  type: "planned";
  revision: string;
  actions: number[];
  about: string;
  asked: string;
  districts: Record<string, string>;
  quiet: string[];
  choices: GestureChoice[];
}

export interface Hint {
  type: "hint";
  revision: string;
  step: number;
  sentences: string[];
  areas?: string[];
  number?: number;
  places?: string[];
}

export interface Look {
  type: "look";
  position: number;
  last: number;
  eyes: number | "all" | null;
  entry: LogEntry;
  seat: number | null;
  question: Question | null;
  crumb: string;
  asked: string | null;
  options: Option[];
  points: number[];
  sources: Record<string, number>[];
  is_over: boolean;
  outcome: OutcomeInfo | null;
  districts: Record<string, string>;
}

export interface ChatLine {
  seat: number;
  text: string;
  time: number;
}

export interface Chat {
  type: "chat";
  lines: ChatLine[];
}

export interface Refused {
  type: "refused";
  name: string;
  sentence: string;
  id?: number;
}

export interface Done {
  type: "done";
  id: number;
}

export type ServerMessage =
  | Welcome
  | Presence
  | LogUpdate
  | State
  | Planned
  | Hint
  | Look
  | Chat
  | Refused
  | Done;
