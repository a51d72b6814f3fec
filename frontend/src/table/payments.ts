/** The account of a deal, read from its scored fact.  Nothing is reckoned here: the products and their factors are the server's. */
import type { TableView } from "../protocol";

export interface Factor {
  /** key of the game's words for payments */
  what: string;
  times?: number;
  /** a cap has this in place of `times` */
  most?: number;
  section: string;
}

export interface Paid {
  seat: number;
  cards: number;
  public: number;
  private: number;
  /** what this loser's payment alone grew by, caps included */
  factors: Factor[];
  payment: number;
}

export interface Account {
  winner: number | null;
  points: number[];
  hands: string[][];
  /** where the book says how these payments are reckoned */
  section: string;
  /** what everybody's payment grew by */
  shared: Factor[];
  payments: Paid[];
}

/** Where pieces are captured: what each seat took, and what that is worth in parts of a point. */
export interface PiecesAccount {
  winners: number[];
  points: number[];
  section: string;
  rows: { seat: number; captured: number; counts: number; beheaded: boolean; share: number | null; bonus: number; points: number }[];
  /** pieces that were in no hand */
  left: string[] | null;
  /** what was laid unseen, by trick */
  thrown: { trick: number; seat: number; cards: string[] }[];
}

export function piecesAccountOf(table: TableView): PiecesAccount | null {
  const result = table.deal?.result;
  return result?.rows ? (result as unknown as PiecesAccount) : null;
}

export function accountOf(table: TableView): Account | null {
  return (table.deal?.result ?? null) as unknown as Account | null;
}

/** 5 × 4 × 2 = 40 */
export function productOf(paid: Paid): string {
  if (paid.public === 1 && !paid.factors.length) return "";
  const times = [paid.public, ...paid.factors.map((factor) => factor.times ?? 1)].filter((factor) => factor !== 1);
  const capped = paid.factors.some(({ most }) => most !== undefined);
  return `${[paid.cards, ...times].join(" × ")}${capped ? " → " : " = "}${paid.payment}`;
}
