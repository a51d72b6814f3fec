/** What the board of Gou Ji tells, and a hand by its ranks.  Which sets are legal is the server's to say. */
import type { TableView } from "../../protocol";
import type { Fact } from "../../words/game";
import type { HeldCard } from "../../table/matching";
import { boardIn } from "../room";
import type { Board } from "./board";

/** The board, once a deal has begun. */
export const boardOf = (table: TableView): Board | null => boardIn<Board>(table);

/** Nothing is laid yet in this game. */
export const beforePlay = (table: TableView) => table.deal!.trick === 0 && !table.deal!.over;

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
export interface TrickSoFar {
  lasts: (Fact | null)[];
  sets: Fact[];
}

/** The trick on the table; with `over` the one that was cleared last, which still lies there. */
export function trickSoFar(log: readonly Fact[], seats: number, over: boolean): TrickSoFar {
  const soFar: TrickSoFar = { lasts: Array.from({ length: seats }, () => null), sets: [] };
  const end = over ? log.findLastIndex(({ event }) => event === "cleared") : -1;
  const facts = end < 0 ? log : log.slice(0, end);
  for (const fact of facts.slice(facts.findLastIndex(({ event }) => event === "cleared") + 1)) {
    if (!isSet(fact) && fact.event !== "passed") continue;
    soFar.lasts[fact.seat as number] = fact;
    if (isSet(fact)) soFar.sets.push(fact);
  }
  return soFar;
}

/** The verb of an action: `pass`, `shao`, `taker`; a set that is laid has none. */
export function verbOf(action: string): string {
  const verb = action.split(" ")[0]!;
  return /^[a-z_]+$/.test(verb) ? verb : "";
}

/** The seat or number that an action names. */
export const valueOf = (action: string): string => action.split(" ")[1] ?? "";

/** What may be said at any time of the play, and uses up no turn. */
const TALK = new Set(["count", "rang", "show_hand", "expose", "ask_wind", "advise"]);
export const isTalk = (action: string) => TALK.has(verbOf(action));

/** Who face each other just now: the ends of the line over the cloth. */
export function facing({ duel, shao }: Board): [number, number] | null {
  if (shao?.first) return [shao.declarer, shao.starter!];
  return duel ? [duel.starter, duel.defender] : null;
}

/** What a finished game tells. */
export interface Result {
  points: number[];
  places: (number | null)[];
  ending: "played" | "sweep" | "thrown_in" | "one_team";
  section: string;
  penalised: number[];
  /** how many cards each seat had left */
  left: number[];
  next: { kind: Board["kind"]; section: string; tributes: { from: number; to: number; n: number }[]; big_loser: number | null; kaipai: number | null };
}

export function resultOf(table: TableView): Result | null {
  const result = table.deal?.result;
  return result && "places" in result && "next" in result ? (result as unknown as Result) : null;
}
