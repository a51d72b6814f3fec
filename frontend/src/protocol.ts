// Written by `python -m qipai.server.typescript` from qipai/server/protocol.py and qipai/session/views.py.
// Change those, then write this again.

export const PROTOCOL = 1;

/** A card in one's own hand. */
export interface CardView {
  /** "10H"; jokers "R" and "B" */
  face: string;
  /** its name in `ChoiceView.needs`: "10", "X" */
  kind: string;
}

/** A legal action.  The client matches chosen cards against `needs` and knows no rule. */
export interface ChoiceView {
  /** text to send back */
  action: string;
  needs: string[];
  /** key of the game's words for kinds; "pass" for a pass */
  kind: string;
  /** the cards that are meant, jokers marked: ["5", "5", "6X", "6X"] */
  spells: string[];
  /** facts to know before it is done, by the game's words: [{"say": "duel", "to": 3}] */
  says: Record<string, unknown>[];
}

/** A chair as everybody sees it. */
export interface SeatView {
  name: string;
  /** "person", "bot" or "empty" */
  player: string;
  /** of a bot: "noisy", "rule"; otherwise "" */
  level: string;
  connected: boolean;
  autopilot: boolean;
  /** a person who stood up in this deal: the table plays it for them to its end */
  gone: boolean;
  /** whose table it is, whether they are connected or not */
  host: boolean;
  /** wants the next deal */
  ready: boolean;
  /** name of who takes this bot's chair with the next deal; "" for nobody */
  reserved: string;
  /** of whoever sits there, over the deals of this session that they played; where seats are partners, of the chair */
  score: number;
  /** deals of this session that were over when they sat down here: those are not theirs */
  since: number;
  /** their points of this session from other chairs */
  brought: number;
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

/** A sentence of the rules, with where the book says so. */
export interface ReasonView {
  text: Record<string, string>;
  /** § of the rule book */
  section: string;
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
  /** why there is but one answer; None where one chooses, or nothing is said */
  alone: ReasonView | null;
  /** one's own, while one is locked */
  answer: AnswerView | null;
  /** facts of this deal that this chair may know, in order, with "seq", some with "key" and "by" */
  log: Record<string, unknown>[];
  over: boolean;
  /** the scored fact of a finished deal: hands shown, who pays whom and why */
  result: Record<string, unknown> | null;
}

/** The words of a lesson at one decision of the learner. */
export interface StopView {
  text: Record<string, string>;
  /** § of the rule book */
  section: string;
  /** faces of cards in hand that it is about */
  told: string[];
}

/** A lesson, which is the first deal of its table, as the learner sees it. */
export interface LessonView {
  /** the question at each, in each language */
  stops: Record<string, string>[];
  /** the number of stops that are behind */
  done: number;
  /** the next of them, while it is at it; the line plays whatever comes between two stops */
  now: StopView | null;
}

/** A decision of a finished deal: the table's only deal began with the position before it, for the person whose seat it was. */
export interface BegunFrom {
  /** its id */
  record: string;
  /** counted from 1 */
  decision: number;
}

/** Somebody whom the host has removed, and may let in again. */
export interface RemovalView {
  /** which no other removal at this table has */
  number: number;
  name: string;
}

/** Everything that one connection sees of a table. */
export interface TableView {
  /** its id */
  table: string;
  /** short code to read aloud; "" for spectators */
  code: string;
  /** code of the spectator link; "" unless the host asks, who is no stand-in */
  watch: string;
  game: string;
  /** of the game: which table the client draws */
  room: string;
  /** every option by name of value */
  rules: Record<string, string>;
  /** name of the variant the rules started from */
  variant: string;
  /** options that differ from that variant */
  changes: string[];
  /** "none", "patient", "relaxed", "normal", "fast" */
  clock: string;
  /** of the bots that fill chairs */
  level: string;
  /** agreed number */
  deals: number;
  /** "gathering", "playing", "between", "finished", "closed" */
  phase: string;
  /** your seat; None for a spectator or someone not yet seated */
  you: number | null;
  /** the chair that you take with the next deal */
  kept: number | null;
  /** the host has removed you: you may not sit down */
  removed: boolean;
  host: boolean;
  /** you are host as long as the host is away, and may only do what the evening needs to go on */
  stands_in: boolean;
  /** for the host, who is no stand-in */
  removals: RemovalView[];
  /** nobody may sit down who has no chair */
  locked: boolean;
  /** the host has opened it to everyone: it is in the lobby */
  listed: boolean;
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
  /** of the table with which it began; for the learner alone */
  lesson: LessonView | null;
  /** of a table that plays on from a finished deal */
  begun_from: BegunFrom | null;
}

/** An action of a decision and what it was worth, in points of the seat's side. */
export interface Weighed {
  action: string;
  /** as the seat would have seen it, with the key of the game's sentence */
  fact: Record<string, unknown>;
  /** points of the whole deal, on average over the worlds */
  value: number;
  /** half the width of the 95 % interval of `value` */
  error: number;
  /** points more than what was played, paired by world */
  gain: number;
  gain_error: number;
}

/** An action that may be chosen, and what it would be worth, in points of the seat's side. */
export interface Expected {
  action: string;
  /** points of the whole deal, on average over the worlds */
  value: number;
  /** half the width of the 95 % interval of `value` */
  error: number;
  /** points less than what is advised, paired by world */
  less: number;
  less_error: number;
}

/** What was weighed at a decision that is not taken yet. */
export interface Counsel {
  /** the first is advised; the others from the most points to the fewest */
  options: Expected[];
  worlds: number;
}

/** One decision of the seat. */
export interface Judged {
  /** decisions of the deal before it */
  move: number;
  /** of its step in the replay */
  seq: number;
  /** faces held, low to high */
  hand: string[];
  /** the number of legal actions */
  legal: number;
  worlds: number;
  /** the played one first, then the one that looked best beforehand */
  options: Weighed[];
  /** index of the best: 1, or 0 where that was not better than what was played */
  best: number;
  /** true if that is certain: the interval of the difference is clear of zero */
  better: boolean;
}

/** The decisions of one seat in a finished deal. */
export interface Review {
  game: string;
  seat: number;
  name: string;
  /** the seats whose points are added up */
  side: number[];
  /** a decision */
  worlds: number;
  seed: number;
  decisions: Judged[];
  /** their number when all are done */
  of: number;
  /** indices of the decisions that cost most, the dearest first; each compared once more in fresh worlds */
  worst: number[];
  /** points given away in these */
  given: number;
  /** points of the side at the end */
  result: number;
  /** False while it is computed */
  done: boolean;
}

/** Points a deal, on average over deals of one kind. */
export interface Average {
  /** who sat at the table, oneself among them */
  people: number;
  /** of the bots, where people is 1; else "" */
  level: string;
  deals: number;
  /** in parts of a point, as everywhere here */
  mean: number;
  /** half the width of the 95 % interval; null for a single deal */
  error: number | null;
}

/** Which places one took in deals of so many players. */
export interface PlaceCounts {
  players: number;
  /** how often one was first, second, …; equal points share a place */
  counts: number[];
}

/** A game in GET /api/me/statistics.  Points are in parts, of which the game's `unit` make one. */
export interface GameStatistics {
  game: string;
  deals: number;
  /** the sum */
  points: number;
  /** [time in ms, running sum after that deal], of some deals where there are many */
  curve: number[][];
  places: PlaceCounts[];
  /** by how many people sat at the table, two and more */
  among_people: Average[];
  /** alone against bots of one level */
  against_bots: Average[];
}

/** Begin a connection.  This is the first message of each. */
export interface Hello {
  k: "hello";
  proto: number;
  client?: string;
  /** true: an `ev` may bring `changed` in place of the whole `table` */
  changes?: boolean;
  /** true: you are sent `pledged` and `uncovering` */
  seals?: boolean;
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

/** Ask what the selected cards can be.  The answer is `Why`; nothing changes and nobody else hears of it. */
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

/** Host: put a bot of a level on a chair (`level`, as in `NewTable.bots`), or empty it (`level` = ""). */
export interface Seat {
  k: "seat";
  id: string;
  seat: number;
  level: string;
}

/** Host: take a person's chair, before the first deal or between deals; they cannot sit down again until `let_in`, and may watch. */
export interface Remove {
  k: "remove";
  id: string;
  seat: number;
}

/** Host: let somebody sit down again who was removed. */
export interface LetIn {
  k: "let_in";
  id: string;
  /** its number, as `removals` of the view has it */
  removal: number;
}

/** Host: let nobody sit down who has no chair, or let them again; people who watch are not affected. */
export interface LockTable {
  k: "lock";
  id: string;
  on: boolean;
}

/** Host: make the person on a chair the host. */
export interface HandOver {
  k: "hand_over";
  id: string;
  seat: number;
}

/** Host: open the table to everyone, so that it is in the lobby, or let it be found by its link alone. */
export interface ListTable {
  k: "list_table";
  id: string;
  on: boolean;
}

/** Host: let two chairs change places before the first deal, with whoever is on them. */
export interface Swap {
  k: "swap";
  id: string;
  one: number;
  other: number;
}

/** Host: let lots decide before the first deal who sits where, free chairs and bots included. */
export interface DrawLots {
  k: "draw_lots";
  id: string;
}

/** Host: play by other terms from the first deal on; fields as in `NewTable`.  Everybody is told what is different. */
export interface Agree {
  k: "agree";
  id: string;
  variant: string;
  rules: Record<string, string>;
  deals: number;
  clock: string;
  bots: string;
}

/** Host: close the table for everybody, at any time but while others play a deal.  Somebody who only stands in for the host cannot. */
export interface CloseTable {
  k: "close";
  id: string;
}

/** While a deal is played: have a bot's chair from the next deal on, if you are still there then. */
export interface Reserve {
  k: "reserve";
  id: string;
  seat: number;
  name: string;
}

/** Give back the chair that is kept for you. */
export interface Unreserve {
  k: "unreserve";
  id: string;
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

/** Let the autopilot play one's cards, or take them back. */
export interface Autopilot {
  k: "autopilot";
  id: string;
  on: boolean;
}

/**
 * Say when the table may take an action for you that is your only one: "never", "bots" (while all others are bots) or "always".
 *
 * Until a guest says so it never does.  Nobody else is told.
 */
export interface Passing {
  k: "passing";
  id: string;
  when: string;
}

/**
 * Choose an action for your next turn in this trick; "" takes it back, or keeps the table from acting for you now.
 *
 * It is played after the pause of automatic moves if it is legal then, else dropped.  Nobody else is told.  `at`: the seq last seen.
 */
export interface Beforehand {
  k: "beforehand";
  id: string;
  at: number;
  action: string;
  /** of the choice that it must be then; "" for any */
  kind?: string;
}

/** Change the name on one's chair. */
export interface Rename {
  k: "rename";
  id: string;
  name: string;
}

/** Say one of the table's set phrases, by its id. */
export interface Say {
  k: "say";
  id: string;
  phrase: string;
}

/** Host: begin another session of the same people under the same rules, after a finished one. */
export interface Again {
  k: "again";
  id: string;
}

/** In a lesson: ask with which choice it goes on here.  The answer is `Why`; nothing changes. */
export interface ShowMe {
  k: "show_me";
  id: string;
}

/** In a lesson: play the choice of this stop.  `at`: the seq last seen. */
export interface SkipStop {
  k: "skip_stop";
  id: string;
  at: number;
}

/** End one's lesson and close its table. */
export interface LeaveLesson {
  k: "leave_lesson";
  id: string;
}

/**
 * Ask what the best available player would do here, once a decision, where all others are bots.  `at`: the seq last seen.
 *
 * The answer is `Ok`, and `Advised` when it is computed.
 */
export interface Advise {
  k: "advise";
  id: string;
  at: number;
}

/**
 * Promise a number of your own for the cards of a deal that is sealed; before the deal you are asked to uncover it.
 *
 * `Ok` says that it has come, and not that it is in time: for that see the list in `uncovering`.
 */
export interface AddNumber {
  k: "add";
  id: string;
  /** as in `pledged` */
  deal: string;
  /** SHA-256 of "qipai promise 2", the seal, your key and the number, one a line */
  promised: string;
}

/**
 * Give the number that you promised for a deal, signed for the list of all promises.
 *
 * Do it once for a seal, and only when `uncovering` has come with the seal that you know and your own promise, once and at your seat,
 * in a list by ascending seat of chairs that people have.
 * `Ok`: it will be in the deal, if that begins with this seal; else it is refused as `number_late` or `number_other`.
 */
export interface Uncover {
  k: "uncover";
  id: string;
  deal: string;
  /** 32 random bytes as hexadecimal digits */
  number: string;
  /** your public key of Ed25519, as in the promise; used for this seal alone */
  key: string;
  /** with it, "qipai number 2", the digest of the start and list, your seat and the number, one a line (docs/fairness.md) */
  signed: string;
}

export interface Ping {
  k: "ping";
  n: number;
}

/** Show the whole table as this connection may see it: first, after any gap, and with one's own answer in a window. */
export interface Snap {
  k: "snap";
  seq: number;
  table: TableView;
  /** that run, one's own first */
  clocks: ClockView[];
}

/**
 * Tell one change: the facts that this connection may know, and the table after it, whole or as what has changed.
 *
 * A fact with a `seq` is of the deal: it is the next of `deal.log`, in a whole table already its last.  What differs beside the log is put at its
 * path: `{"seats/2/cards": 3}` says that `table.seats[2].cards` is 3 now.
 */
export interface Ev {
  k: "ev";
  seq: number;
  facts: Record<string, unknown>[];
  /** the whole table: there is either this or `changed` */
  table?: TableView;
  /** values by path, for a connection that asked for changes */
  changed?: Record<string, unknown>;
  clocks: ClockView[];
}

/** Tell which seats are connected.  It is not stored and has no seq. */
export interface Presence {
  k: "presence";
  connected: boolean[];
}

/** Pass on a phrase that somebody said at the table.  It is not stored. */
export interface Said {
  k: "said";
  seat: number;
  phrase: string;
}

/** List what the table may do for you.  You alone get it, when you connect and after each change; it is not stored and has no seq. */
export interface Wishes {
  k: "wishes";
  /** when it may take an action that is your only one */
  passing: string;
  /** the action for your next turn; "" for none */
  beforehand: string;
  /** the action that it is about to take for you; "" for none */
  acting: string;
}

/** A choice that was weighed, in points of one's side, on average over deals that agree with what one knows. */
export interface AdvisedChoice {
  choice: ChoiceView;
  /** points of the whole deal */
  value: number;
  /** half the width of the 95 % interval of `value` */
  error: number;
  /** points less than what is advised */
  less: number;
  less_error: number;
}

/** Tell what you asked with `Advise`.  You alone get it, when you connect and after each change; it is not stored and has no seq. */
export interface Advised {
  k: "advised";
  /** "computing", "done" or "failed" */
  state: string;
  /** the first is advised; the others from the most points to the fewest */
  choices: AdvisedChoice[];
  /** deals that were played out for each */
  worlds: number;
}

/** Tell the seal of the table's next deal.  It is not stored and has no seq; another one for the same deal takes its place. */
export interface Pledged {
  k: "pledged";
  /** the id that its record will have */
  deal: string;
  seal: string;
}

export interface Promised {
  seat: number;
  /** as in `add` */
  promised: string;
}

/** Ask those who have promised numbers for them: the deal begins when all are here, after a second and a half at the latest. */
export interface Uncovering {
  k: "uncovering";
  deal: string;
  seal: string;
  /** what the deal will be dealt from, under the secret (docs/fairness.md) */
  start: string;
  /** all of them, by ascending seat, each of a person's chair; no other number will be in this deal */
  added: Promised[];
}

/** Say that the command `id` is stored as `seq`. */
export interface Ok {
  k: "ok";
  id: string;
  seq: number;
}

/** Refuse the command `id` (or the message, when it had none); the table did not change. */
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

/** Answer `Ask`: list the choices that the selected cards can be, or say why they are none. */
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

/** The tables that are open to everyone, those where most people wait first; to a socket of `/ws/lobby`, at first and whenever it changes. */
export interface Lobby {
  k: "lobby";
  /** with room for somebody */
  tables: ListedTable[];
  /** tables that are open to everyone and have no chair to give */
  full: number;
}

/** Tell what the operator says to everybody: after what is shown first, if there is something, and whenever it changes. */
export interface Notice {
  k: "notice";
  /** in their own words, plain text; "" for none */
  announcement: string;
  /** no new table or deal begins; those that run go on */
  maintenance: boolean;
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
  /** level of the bots that fill empty chairs: "noisy" (Easy), "rule" (Normal), "search" (Strong), "master" */
  bots?: string;
  /** "Play now": fill with bots and deal at once */
  begin?: boolean;
  /** open to everyone: it is in the lobby */
  listed?: boolean;
}

/** GET /api/push: with what a browser asks its push service for an address. */
export interface PushKey {
  /** the server's public key, in base64url */
  key: string;
}

/** POST /api/push: a browser that is to be told when it is one's turn, as its `PushSubscription` says. */
export interface NewPush {
  endpoint: string;
  /** base64url */
  p256dh: string;
  /** base64url */
  auth: string;
  /** in which it is told */
  language: string;
}

/** DELETE /api/push: a browser that is told no longer. */
export interface OldPush {
  endpoint: string;
}

/**
 * POST /api/company → `Opened`: which table that is open to everyone has room for you; if none has, a new one with bots.
 *
 * Only at a new one you have a chair already.  At any other come and take one: `sit`, or `reserve` while a deal is played.
 */
export interface Company {
  /** what is opened if none of its game has room; most people come first, then the same rules */
  table: NewTable;
  /** of a table in the lobby: that one or none */
  code?: string;
}

/** POST /api/reports → 201: tell whoever runs the server of a person at one's table, with what everybody saw of the deal. */
export interface NewReport {
  /** of the table */
  code: string;
  /** of the person */
  seat: number;
  /** "words", "play", "leaving", "name" or "other" */
  why: string;
  /** in one's own words, at most 500 characters */
  text: string;
}

/** POST /api/lessons → `Opened`: a table for one person, whose first deal is the game's lesson. */
export interface NewLesson {
  game: string;
  /** of the learner */
  name: string;
}

/**
 * POST /api/records/{id}/positions → `Opened`: a table for one person against bots, which begins with a moment of that deal.
 *
 * The person takes this decision, on the seat whose it was, and sees what that seat sees.  If it was an answer that the hand left no
 * choice about, the table gives it for them, as in any deal.
 */
export interface NewPosition {
  /** counted from 1, of all seats */
  decision: number;
  /** of the person */
  name: string;
  /** their level, as in `NewTable` */
  bots: string;
}

/** A table that was just made; the answer's cookie makes its maker the host. */
export interface Opened {
  code: string;
  /** "/t/CODE", told from the address of the pages */
  path: string;
}

export interface ListedChair {
  /** of a person; "" for a bot or nobody */
  name: string;
  /** "person", "bot" or "empty" */
  player: string;
  /** for somebody who takes it with the next deal */
  kept: boolean;
}

/** A table that is open to everyone.  What it shows changes with its chairs and when a deal begins or ends, and at no other time. */
export interface ListedTable {
  code: string;
  game: string;
  /** name of the variant the rules started from */
  variant: string;
  /** options that differ from that variant, by name of value */
  rules: Record<string, string>;
  /** of the bots that fill chairs */
  level: string;
  clock: string;
  /** "gathering", "playing", "between" or "finished" */
  phase: string;
  /** number of the latest; 0 before the first */
  deal: number;
  /** agreed number */
  deals: number;
  locked: boolean;
  chairs: ListedChair[];
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

/** GET /api/games → a list of these: all that the client needs to know about a game but its words, which `GET /api/words` has. */
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
  /** numbers of seats at which bots of the level "noisy" are weaker than those of "rule" */
  easy: number[];
  /** numbers of seats at which bots of the level "search" are stronger than those of "rule" */
  searching: number[];
  /** numbers of seats at which bots of the level "master" are */
  masters: number[];
  /** players of this server's own: numbers of seats at which each can sit */
  hosted: Record<string, number[]>;
  options: OptionView[];
  variants: VariantView[];
  /** there is a lesson of it */
  lesson: boolean;
  /** kinds of questions about positions of it */
  exercises: string[];
}

/** A part of a rule book, most of them numbered; `GET /api/games/{name}/rules/{language}` → a list of these, in order. */
export interface Section {
  /** "4.1"; "" for the opening, a word for another part without a number: "origin", "deal", "words" */
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
  /** it was opened for a lesson */
  lesson: boolean;
  /** it was opened to play on from a finished deal */
  position: boolean;
}

/** GET /api/me/games?before=MARK: the guest's finished deals, the latest first, at most 50 at a time. */
export interface MyGames {
  games: MyGame[];
  /** the mark with which the list goes on; "" at its end */
  older: string;
  total: number;
  /** parts of GET /api/me/records.zip?part=N, from 1 on; each is full before the next begins */
  archives: number;
}

/** A finished deal as the guest played it, at no lesson. */
export interface MyGame {
  /** its id, under which it can be replayed */
  record: string;
  /** when it was over, ms */
  at: number;
  game: string;
  variant: string;
  /** how many rules differed from the variant's */
  changes: number;
  seats: MySeat[];
  /** the guest's */
  seat: number;
  /** 0 first, by points; equal points share a place */
  place: number;
  /** in parts, of which the game's `unit` make one */
  points: number;
}

export interface MySeat {
  name: string;
  /** of a bot; "" for a person */
  level: string;
}

/** POST /api/account, which claims the guest, and POST /api/account/sign_in. */
export interface Credentials {
  name: string;
  password: string;
}

/** POST /api/account/recover: sign in with a recovery code, and set a new password. */
export interface RecoveryForm {
  name: string;
  code: string;
  new: string;
}

/** POST /api/account/password, which ends all other sessions; for /codes and /delete without `new`. */
export interface PasswordForm {
  password: string;
  new?: string;
}

/** GET /api/account: the account of the person who asks, if they have one.  What changes an account answers with the same. */
export interface AccountView {
  /** whether this server keeps accounts */
  available: boolean;
  /** "" for a guest */
  name: string;
  /** ms */
  made_at: number;
  /** finished deals of this person */
  games: number;
  /** open tables where they sit, at most 12 */
  seated: number;
  /** recovery codes */
  codes_left: number;
  /** new ones: they are told once */
  codes: string[];
  /** the latest first */
  sessions: SessionView[];
}

/** A browser that is signed in. */
export interface SessionView {
  id: string;
  /** browser and system */
  label: string;
  made_at: number;
  /** roughly */
  seen_at: number;
  /** it is the one that asks */
  here: boolean;
}

/** GET /api/records/{id}: a finished deal, all hands open.  The same id with `.qp` is the file. */
export interface Replay {
  id: string;
  game: string;
  rules: Record<string, string>;
  /** with game and rules what the deal was dealt from: `start` is made of the three (docs/fairness.md) */
  setup: Record<string, unknown>;
  deal: number;
  names: string[];
  /** of each seat */
  teams: number[];
  /** whole facts, each with its "seq", some with "key" and "by" */
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

/** GET /api/games/{name}/exercises: a question about a position of an imaginary deal, with its answers and why they are right or wrong. */
export interface ExerciseView {
  game: string;
  /** the kind of question, one of the game's `exercises` */
  kind: string;
  /** the same seed and kind give the same question */
  seed: number;
  players: number;
  /** from which the position is seen */
  seat: number;
  /** faces */
  hand: string[];
  /** the deal so far, as the seat was told it, some with "key" and "by" */
  facts: Record<string, unknown>[];
  /** in each language */
  question: Record<string, string>;
  answers: OfferedView[];
  /** more than one answer may be right */
  several: boolean;
}

/** One of the answers of an exercise. */
export interface OfferedView {
  /** a play in notation, or the name of a card, in each language; "" for a seat */
  text: Record<string, string>;
  /** the cards that it stands for, as kinds or faces */
  cards: string[];
  /** key of the game's `kinds` words for a play of several cards or with a verb, else "" */
  kind: string;
  /** the seat that it names; null with no text: nobody */
  seat: number | null;
  right: boolean;
  /** in each language */
  why: Record<string, string>;
  /** § of the rule book */
  section: string;
}

/** GET /api/records/{id}/review?seat=N: what the decisions of a seat were worth, from what it knew.  POST has it computed. */
export interface ReviewView {
  /** "none", "waiting", "computing", "done" or "failed" */
  state: string;
  /** reviews that are computed before, while it waits */
  ahead: number;
  /** until it is done, roughly */
  seconds: number | null;
  /** as far as it is computed */
  review: Review | null;
}

export type ToServer = Hello | Act | TakeBack | Ask | Sit | Stand | Seat | Remove | LetIn | LockTable | HandOver | ListTable | Swap | DrawLots | Agree | CloseTable | Reserve | Unreserve | Begin | Ready | Autopilot | Passing | Beforehand | Rename | Say | Again | ShowMe | SkipStop | LeaveLesson | Advise | AddNumber | Uncover | Ping;

export type FromServer = Lobby | Snap | Ev | Presence | Said | Wishes | Advised | Pledged | Uncovering | Notice | Ok | No | Why | Pong;
