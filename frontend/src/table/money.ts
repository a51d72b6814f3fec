/** What the board of Luk Fu tells: the rounds, and what one knows of one's own hand.  Every reason in it is the server's. */
import type { TableView } from "../protocol";
import type { Words } from "../words";

/** What lies before a seat in a round. */
export interface Lying {
  count: number;
  /** null where they lie face down */
  cards: string[] | null;
  down: boolean;
  kind: string | null;
  best: boolean;
}

export interface Round {
  number: number;
  leader: number | null;
  /** null while it goes on */
  winner: number | null;
  count: number;
  laid: (Lying | null)[];
}

/** A sentence and the § that it goes by. */
export interface Reason {
  section: string;
  text: Words;
}

/** What one knows of a card of one's hand. */
export interface Mark {
  card: string;
  aged: boolean;
  /** why it is aged */
  reason: Reason | null;
  /** may it be led alone?  null while one does not lead */
  leads: boolean | null;
  /** why it may not */
  not_yet: Reason | null;
  /** which of `melds` it is part of */
  melds: number[];
}

export interface Meld {
  kind: string;
  cards: string[];
}

export interface MoneyBoard {
  phase: "claiming" | "calling" | "leading" | "attacking" | "over";
  /** a question before the play: key of the game's words, and the § that it goes by */
  asks: { what: string; section: string } | null;
  dealer: number | null;
  dreamer: number | null;
  caller: number | null;
  declined: number[];
  privileged: number | null;
  leader: number | null;
  led: { kind: string; count: number } | null;
  laid: (Lying | null)[];
  rounds: Round[];
  tricks: number[];
  /** the cards that each seat has won rounds with */
  won: string[][];
  own_down: { round: number; cards: string[] }[];
  marks: Mark[] | null;
  melds: Meld[];
  declaring: { tricks: number; aged: number; needed: number; may: boolean } | null;
  /** for the dreamer alone: cards that would match */
  hopes?: string[] | null;
}

/** The board, where the game is Luk Fu. */
export function moneyOf(table: TableView): MoneyBoard | null {
  const board = table.deal?.board;
  return board && "own_down" in board ? (board as unknown as MoneyBoard) : null;
}

/** All rounds of the deal, that in progress last. */
export function roundsOf({ rounds, phase, leader, led, laid }: MoneyBoard): Round[] {
  if (phase !== "leading" && phase !== "attacking") return rounds;
  return [...rounds, { number: rounds.length + 1, leader, winner: null, count: led?.count ?? 0, laid }];
}

/** One's own cards among those that lie face down. */
export function ownDown(board: MoneyBoard, round: number): string[] {
  return board.own_down.find((down) => down.round === round)?.cards ?? [];
}

/** All that lay face up, each seat's winning cards included. */
export function faceUpIn(board: MoneyBoard): string[] {
  return roundsOf(board).flatMap(({ laid }) => laid.flatMap((set) => set?.cards ?? []));
}

/** The seat that dreams in this deal, if it is this chair. */
export function isDreaming(table: TableView): boolean {
  const board = moneyOf(table);
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
  /** who pays for both losers */
  liable: number | null;
  payments: Owed[];
}

export function settledOf(table: TableView): Settled | null {
  const result = table.deal?.result;
  return result && "ending" in result && "counting" in result ? (result as unknown as Settled) : null;
}
