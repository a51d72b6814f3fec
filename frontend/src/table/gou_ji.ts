/** What the board of Gou Ji tells, and a hand by its ranks.  Which sets are legal is the server's to say. */
import type { TableView } from "../protocol";
import type { Fact } from "../words/game";
import type { HeldCard } from "./matching";

export type Phase =
  | "naming" | "showing" | "revolution" | "pleading" | "confirming" | "swapping" | "liberating" | "waiving" | "returning"
  | "leading" | "following" | "window" | "ordering" | "holding" | "telling" | "correcting" | "over";

/** What whoever is asked is asked: keys of the game's words, and the § that it goes by. */
export interface Asks {
  what: string;
  section: string;
  /** in whose name: who wants a revolution, or who asks */
  name: number | null;
}

export interface Tribute {
  from: number;
  to: number;
  n: number;
  state: "owed" | "refused" | "waived" | "paid" | "returned";
  /** ranks, for the two that they concern */
  given: string[] | null;
  returned: string[] | null;
}

export interface GouJiBoard {
  phase: Phase;
  /** a question that goes to everybody who might have such a hand */
  window: boolean;
  kind: "first" | "fresh" | "ordinary";
  leader: number | null;
  kaipai: number | null;
  taker: number | null;
  starter: number | null;
  big_loser: number | null;
  second_loser: number | null;
  mode: "normal" | "duel" | "shao" | "run";
  duel: { starter: number; defender: number } | null;
  shao: { declarer: number; starter: number; first: boolean } | null;
  best: { cards: string[]; high: boolean; kind: string } | null;
  passed: number[];
  /** a set of the wrong number of cards, as it was tried */
  tried: string[] | null;
  places: (number | null)[];
  penalised: number[];
  /** seats with cards whose Dui Men is out */
  headless: number[];
  asks: Asks | null;
  candidates: number[];
  asker: number | null;
  asked: number | null;
  tributes: Tribute[];
  /** places of the game before */
  last: number[] | null;
  /** ranks of hands that lie open, by seat */
  exposed: Record<string, string[]>;
  /** ranks of hands that their holders showed to you, by seat */
  shown: Record<string, string[]>;
  /** ranks that each seat has laid in this game */
  played: string[][];
  /** of the pack, from the lowest up */
  ranks: string[];
  /** those that go with any set */
  wild: string[];
  /** how many cards of each rank this chair has not seen */
  unseen: number[];
  told: (string | null)[];
  endgame: null | "blocks" | "alternating";
  /** of the endgame, in turn order */
  blocks: number[][] | null;
  wish: number | null;
  pleas: number[];
  thrown_in: boolean;
}

/** The board, where the game is Gou Ji. */
export function gouJiOf(table: TableView): GouJiBoard | null {
  const board = table.deal?.board;
  return board && "headless" in board ? (board as unknown as GouJiBoard) : null;
}

/** Nothing is laid yet in this game. */
export const beforePlay = (table: TableView) => table.deal!.trick === 0 && !table.deal!.over;

/** The mark of each team, and whether it is round or square. */
const TEAMS = ["round", "square"] as const;
export type Team = (typeof TEAMS)[number];
export const markOf = (team: number): Team => TEAMS[team]!;

/** The rank of a face: 10H is a 10, a joker itself. */
export const rankOf = (face: string) => (face.length > 1 ? face.slice(0, -1) : face);

/** A column of the hand: all cards of one rank. */
export interface Column {
  rank: string;
  cards: HeldCard[];
  chosen: number;
}

/** The hand in columns, in the order in which its ranks stand. */
export function columnsOf(hand: readonly HeldCard[], has: (key: string) => boolean): Column[] {
  const columns = new Map<string, Column>();
  for (const card of hand) {
    const column = columns.get(card.kind) ?? { rank: card.kind, cards: [], chosen: 0 };
    column.cards.push(card);
    if (has(card.key)) column.chosen++;
    columns.set(card.kind, column);
  }
  return [...columns.values()];
}

/** Does a set lie there by this, as it was laid or once it was put right? */
export const isSet = ({ event }: Fact) => event === "laid" || event === "corrected";

/** What lies before each seat, and the sets of the trick in their order. */
export interface Course {
  lasts: (Fact | null)[];
  sets: Fact[];
}

/** The trick on the table; with `over` the one that was cleared last, which still lies there. */
export function courseOf(log: readonly Fact[], seats: number, over: boolean): Course {
  const course: Course = { lasts: Array.from({ length: seats }, () => null), sets: [] };
  const end = over ? log.findLastIndex(({ event }) => event === "cleared") : -1;
  const facts = end < 0 ? log : log.slice(0, end);
  for (const fact of facts.slice(facts.findLastIndex(({ event }) => event === "cleared") + 1)) {
    if (!isSet(fact) && fact.event !== "passed") continue;
    course.lasts[fact.seat as number] = fact;
    if (isSet(fact)) course.sets.push(fact);
  }
  return course;
}

/** The verb of an action: `pass`, `shao`, `taker`; a set that is laid has none. */
export function verbOf(action: string): string {
  const verb = action.split(" ")[0]!;
  return /^[a-z_]+$/.test(verb) ? verb : "";
}

/** The seat or number that an action names. */
export const valueOf = (action: string): string => action.split(" ")[1] ?? "";

/** What may be said at any time of the play, and uses up no turn. */
const TALK = new Set(["count", "rang", "show_hand", "expose", "ask_wind"]);
export const isTalk = (action: string) => TALK.has(verbOf(action));

/** Who face each other just now: the ends of the line over the cloth. */
export function facing({ duel, shao }: GouJiBoard): [number, number] | null {
  if (shao?.first) return [shao.declarer, shao.starter];
  return duel ? [duel.starter, duel.defender] : null;
}

/** What a finished game tells. */
export interface GouJiResult {
  points: number[];
  places: (number | null)[];
  ending: "played" | "sweep" | "thrown_in" | "one_team";
  section: string;
  penalised: number[];
  /** how many cards each seat had left */
  left: number[];
  next: { kind: GouJiBoard["kind"]; section: string; tributes: { from: number; to: number; n: number }[]; big_loser: number | null; kaipai: number | null };
}

export function gouJiResultOf(table: TableView): GouJiResult | null {
  const result = table.deal?.result;
  return result && "places" in result && "next" in result ? (result as unknown as GouJiResult) : null;
}
