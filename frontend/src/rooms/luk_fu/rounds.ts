/** What the board of Luk Fu tells: the rounds, and what one knows of one's own hand.  Every reason in it is the server's. */
import type { TableView } from "../../protocol";
import { boardIn } from "../room";
import type { Board, Round } from "./board";

export const boardOf = (table: TableView): Board | null => boardIn<Board>(table);

/** All rounds of the deal, that in progress last. */
export function roundsOf({ rounds, phase, leader, led, laid }: Board): Round[] {
  if (phase !== "leading" && phase !== "attacking") return rounds;
  return [...rounds, { number: rounds.length + 1, leader, winner: null, count: led?.count ?? 0, laid }];
}

/** One's own cards among those that lie face down. */
export function ownDown(board: Board, round: number): string[] {
  return board.own_down.find((down) => down.round === round)?.cards ?? [];
}

/** All that lay face up, each seat's winning cards included. */
export function faceUpIn(board: Board): string[] {
  return roundsOf(board).flatMap(({ laid }) => laid.flatMap((set) => set?.cards ?? []));
}

/** The seat that dreams in this deal, if it is this chair. */
export function isDreaming(table: TableView): boolean {
  const board = boardOf(table);
  return board !== null && table.you !== null && board.dreamer === table.you;
}

/** Who pays whom, and why. */
export interface Owed {
  from: number;
  to: number;
  owed: number;
  /** key of the game's words for reasons */
  why: string;
}

/** How a deal was settled. */
export interface Settled {
  ending: "won" | "claimed" | "drawn" | "abandoned" | "";
  section: string;
  points: number[];
  winner: number | null;
  /** tricks that counted for the winner, and what they are worth */
  n: number;
  value: number;
  tricks: number[];
  dreamer: number | null;
  dreamt: string[] | null;
  matching: string[];
  income: number;
  reds: string[] | null;
  counting: string[];
  /** cards for which the winner is paid nothing */
  evaded?: string[];
  /** who pays for both losers */
  liable: number | null;
  payments: Owed[];
}

export function settledOf(table: TableView): Settled | null {
  const result = table.deal?.result;
  return result && "ending" in result && "counting" in result ? (result as unknown as Settled) : null;
}
