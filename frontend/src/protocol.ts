// Written by `python -m qipai.server.typescript` from qipai/server/protocol.py and qipai/session/views.py.
// Change those, then write this again.

export const PROTOCOL = 1;

/** A card in one's own hand. */
export interface CardView {
  /** "10H"; jokers "R" and "B" */
  face: string;
  /** what `ChoiceView.needs` calls it: "10", "X" */
  kind: string;
}

/** A legal action.  The client matches chosen cards against `needs` and knows no rule. */
export interface ChoiceView {
  /** text to send back */
  action: string;
  needs: string[];
  /** key of the game's words for kinds; "pass" for a pass */
  kind: string;
  /** what the cards represent, jokers marked: ["5", "5", "6X", "6X"] */
  spells: string[];
  /** what to know before it is done, by the game's words: [{"say": "duel", "to": 3}] */
  says: Record<string, unknown>[];
}

/** A chair as everybody sees it. */
export interface SeatView {
  name: string;
  /** "person", "bot" or "empty" */
  player: string;
  /** of a bot: "random", "rule"; otherwise "" */
  level: string;
  connected: boolean;
  autopilot: boolean;
  /** wants the next deal */
  ready: boolean;
  /** running total of the session */
  score: number;
  /** in hand; None where the rules keep it secret, or between deals */
  cards: number | null;
  /** the seat's fact of this trick: {"event": "laid" | "passed", …} */
  last: Record<string, unknown> | null;
  /** [{"chip": "dealer"}, {"chip": "left", "n": 2}], words in the game's catalogue */
  chips: Record<string, unknown>[];
}

/** A running clock, in milliseconds of the server's time. */
export interface ClockView {
  /** None: of an open window, the same for all */
  seat: number | null;
  deadline: number;
  now: number;
  /** of this decision, for the bar */
  limit: number;
}

/** One's own answer, sealed until the others who were asked together have given theirs, or the window is closed. */
export interface AnswerView {
  action: string;
  /** faces; they are still among `hand` */
  cards: string[];
}

/** A deal in progress, or just finished. */
export interface DealView {
  /** 1 is the first of the session */
  number: number;
  trick: number;
  /** seats that all may know to owe a decision, and that are waited for; oneself only with a choice */
  to_act: number[];
  /** seats asked together with those, whose answer is in and may still be changed; in a window oneself */
  locked: number[];
  /** whose play is to be beaten */
  owner: number | null;
  /** the game's own: talon, play to beat, multipliers … */
  board: Record<string, unknown>;
  /** canonical order, low to high; empty for spectators */
  hand: CardView[];
  /** cheapest first: the order of hints; while not asked, what one may do out of turn */
  choices: ChoiceView[];
  /** the choice that the clock would make; None while one is not asked, or has no choice */
  default: string | null;
  /** there are more choices than these, and `ask` tells what a selection is */
  more: boolean;
  /** one's own, while one is locked */
  answer: AnswerView | null;
  /** facts of this deal that this chair may know, in order, each with its "seq" */
  log: Record<string, unknown>[];
  over: boolean;
  /** the scored fact of a finished deal: hands shown, who pays whom and why */
  result: Record<string, unknown> | null;
}

/** Everything that one connection sees of a table. */
export interface TableView {
  /** its id */
  table: string;
  /** short code to read aloud; "" for spectators */
  code: string;
  /** code of the spectator link; "" unless the host asks */
  watch: string;
  game: string;
  /** every option by name of value */
  rules: Record<string, string>;
  /** name of the variant the rules started from */
  variant: string;
  /** options that differ from that variant */
  changes: string[];
  /** "none", "relaxed", "normal", "fast" */
  clock: string;
  /** of the bots that fill chairs */
  level: string;
  /** agreed number */
  deals: number;
  /** "gathering", "playing", "between", "finished", "closed" */
  phase: string;
  /** your seat; None for a spectator or someone not yet seated */
  you: number | null;
  host: boolean;
  seats: SeatView[];
  /** of each seat; where all play for themselves, each its own */
  teams: number[];
  /** one row a finished deal */
  scores: number[][];
  /** of a finished session: highest total, ties shared */
  winners: number[];
  deal: DealView | null;
  /** ids of the finished deals' records, in order */
  records: string[];
  /** server time in ms when the next deal starts by itself, or None */
  next_at: number | null;
}

/** First message of every connection. */
export interface Hello {
  k: "hello";
  proto: number;
  client?: string;
}

/**
 * Play, or use a right that is among one's choices unasked.
 *
 * `cards` are the faces chosen for it; without them the table takes the lowest suits.  `at`: the seq last seen.
 */
export interface Act {
  k: "act";
  id: string;
  at: number;
  action: string;
  cards?: string[] | null;
}

/** Take one's sealed answer back, to think again while others have not answered.  `at`: the seq last seen. */
export interface TakeBack {
  k: "take_back";
  id: string;
  at: number;
}

/** What is this selection?  Answered by `Why`; nothing changes and nobody else hears of it. */
export interface Ask {
  k: "ask";
  id: string;
  cards: string[];
}

/** Take an empty or a bot's chair, before the first deal or between deals. */
export interface Sit {
  k: "sit";
  id: string;
  seat: number;
  name: string;
}

/** Leave one's chair to a bot. */
export interface Stand {
  k: "stand";
  id: string;
}

/** Host: put a bot of a level on a chair (`level`), or empty it (`level` = ""). */
export interface Seat {
  k: "seat";
  id: string;
  seat: number;
  level: string;
}

/** Host: fill the empty chairs with bots and deal. */
export interface Begin {
  k: "begin";
  id: string;
}

/** Ready for the next deal. */
export interface Ready {
  k: "ready";
  id: string;
}

/** Let a plain bot play one's cards, or take them back. */
export interface Autopilot {
  k: "autopilot";
  id: string;
  on: boolean;
}

/** Change the name on one's chair. */
export interface Rename {
  k: "rename";
  id: string;
  name: string;
}

/** One of the table's set phrases, by its id. */
export interface Say {
  k: "say";
  id: string;
  phrase: string;
}

/** Host: another session of the same people under the same rules, after a finished one. */
export interface Again {
  k: "again";
  id: string;
}

export interface Ping {
  k: "ping";
  n: number;
}

/** The whole table as this connection may see it: first, after any gap, and with one's own answer in a window. */
export interface Snap {
  k: "snap";
  seq: number;
  table: TableView;
  /** that run, one's own first */
  clocks: ClockView[];
}

/** One change: the facts that this connection may know (for movement and the log), and the table after it. */
export interface Ev {
  k: "ev";
  seq: number;
  facts: Record<string, unknown>[];
  table: TableView;
  clocks: ClockView[];
}

/** Who is connected: not stored, no seq. */
export interface Presence {
  k: "presence";
  connected: boolean[];
}

/** A phrase at the table: not stored. */
export interface Said {
  k: "said";
  seat: number;
  phrase: string;
}

/** The command `id` is stored as `seq`. */
export interface Ok {
  k: "ok";
  id: string;
  seq: number;
}

/** The command `id` (or the message, when it had none) was refused; the table did not change. */
export interface No {
  k: "no";
  id: string;
  /** stable, for programs */
  code: string;
  /** the sentence in each language */
  text: Record<string, string>;
  /** § of the rule book */
  section: string;
}

/** What a selection is: the choices that it can be, or why it is none. */
export interface Why {
  k: "why";
  id: string;
  choices: ChoiceView[];
  code: string;
  text: Record<string, string>;
  section: string;
}

export interface Pong {
  k: "pong";
  n: number;
  /** server time, ms */
  now: number;
}

/** POST /api/tables → `Opened`. */
export interface NewTable {
  game: string;
  seats: number;
  /** of the host */
  name: string;
  variant?: string;
  /** changes to the variant, by option and value name */
  rules?: Record<string, string>;
  deals?: number;
  clock?: string;
  /** level of the bots that fill empty chairs */
  bots?: string;
  /** "Play now": fill with bots and deal at once */
  begin?: boolean;
}

/** A table that was just made; the answer's cookie makes its maker the host. */
export interface Opened {
  code: string;
  /** "/t/CODE" */
  path: string;
}

export interface OptionView {
  name: string;
  section: string;
  default: string;
  values: string[];
  /** whole numbers accepted beside the named values */
  least: number | null;
  most: number | null;
  title: Record<string, string>;
  sentence: Record<string, string>;
  value_words: Record<string, Record<string, string>>;
  often: boolean;
}

export interface VariantView {
  name: string;
  titles: Record<string, string>;
  section: string;
  rules: Record<string, string>;
}

/** GET /api/games → a list of these: all that the client needs to know about a game. */
export interface GameView {
  name: string;
  /** games of one room are close relatives; the first of them gives it name and picture */
  room: string;
  titles: Record<string, string>;
  tagline: Record<string, string>;
  seats: number[];
  minutes: number;
  clockwise: boolean;
  /** "row", or "columns": cards stand by their ranks, and are called so */
  hand: string;
  /** its rules are partly a proposal */
  experimental: boolean;
  /** points are counted in parts: so many make one point of the rule book */
  unit: number;
  /** numbers of seats at which bots of the level "search" are stronger than those of "rule" */
  searching: number[];
  options: OptionView[];
  variants: VariantView[];
  /** kinds, says, events, chips, board, payment: names and templates in each language */
  words: Record<string, unknown>;
}

/** A numbered paragraph of a rule book; `GET /api/games/{name}/rules/{language}` → a list of these, in order. */
export interface Section {
  /** "4.1"; "" for the opening */
  number: string;
  title: string;
  /** rendered from our own Markdown; examples are <code class="cards">4-5-6</code> */
  html: string;
}

/** GET /api/me: the guest behind the cookie, and where they sit. */
export interface Me {
  name: string;
  tables: MyTable[];
}

export interface MyTable {
  code: string;
  game: string;
  phase: string;
  your_turn: boolean;
}

/** GET /api/records/{id}: a finished deal, all hands open.  The same id with `.qp` is the file. */
export interface Replay {
  id: string;
  game: string;
  rules: Record<string, string>;
  deal: number;
  names: string[];
  /** of each seat */
  teams: number[];
  /** whole facts, each with its "seq" */
  facts: Record<string, unknown>[];
  /** the board after each fact */
  steps: ReplayStep[];
}

export interface ReplayStep {
  seq: number;
  /** faces, all seats */
  hands: string[][];
  to_act: number[];
  /** each seat's fact of the trick */
  last: (Record<string, unknown> | null)[];
  board: Record<string, unknown>;
}

export type ToServer = Hello | Act | TakeBack | Ask | Sit | Stand | Seat | Begin | Ready | Autopilot | Rename | Say | Again | Ping;

export type FromServer = Snap | Ev | Presence | Said | Ok | No | Why | Pong;
