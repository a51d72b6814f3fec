/** The account of a deal, read from its scored fact.  Nothing is reckoned here: the products are the server's, taken apart. */
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
  factors: Factor[];
  payment: number;
}

export interface Account {
  winner: number | null;
  points: number[];
  hands: string[][];
  payments: Paid[];
}

/** Where a game's book says how a payment is reckoned: as it is written, and with multipliers. */
const RECKONING: Record<string, readonly [string, string]> = { gan_deng_yan: ["6.1", "8.1"] };

export function reckoningSection(game: string, multiplied: boolean): string {
  return RECKONING[game]![multiplied ? 1 : 0];
}

export function accountOf(table: TableView): Account | null {
  return (table.deal?.result ?? null) as unknown as Account | null;
}

/** How many of the factors, from the first, make up the public multiplier. */
function publicFactors(paid: Paid): number {
  let [product, n] = [1, 0];
  while (product < paid.public && n < paid.factors.length) product *= paid.factors[n++]!.times ?? 1;
  return n;
}

/** What everybody's payment grew by. */
export function sharedFactors({ payments }: Account): Factor[] {
  const paid = payments[0];
  return paid ? paid.factors.slice(0, publicFactors(paid)) : [];
}

/** What this loser's payment alone grew by, caps included. */
export function ownFactors(paid: Paid): Factor[] {
  return paid.factors.slice(publicFactors(paid));
}

/** 5 × 4 × 2 = 40 */
export function productOf(paid: Paid): string {
  if (!paid.factors.length) return "";
  const times = [paid.public, ...ownFactors(paid).map((factor) => factor.times ?? 1)].filter((factor) => factor !== 1);
  const capped = paid.factors.some(({ most }) => most !== undefined);
  return `${[paid.cards, ...times].join(" × ")}${capped ? " → " : " = "}${paid.payment}`;
}
