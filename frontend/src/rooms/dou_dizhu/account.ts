/** The account of a deal, read from its scored fact.  Nothing is reckoned here: the products and their factors are the server's. */
import { productWritten, type Factor } from "../../parts/end/factors";
import type { TableView } from "../../protocol";
import { signed } from "../../words";

export interface Payment {
  /** the peasant whose account it is */
  seat: number;
  factors: Factor[];
  payment: number;
}

interface Scored {
  winner: number | null;
  landlord: number | null;
  points: number[];
  hands?: string[][];
  section: string;
  payments?: Payment[];
}

export interface Account {
  winner: number;
  landlord: number;
  /** the landlord, or both peasants */
  winners: number[];
  points: number[];
  hands: string[][];
  /** where the book says how these accounts are reckoned */
  section: string;
  payments: Payment[];
}

/** null where a deal has no account: it is not over, or nobody was landlord. */
export function accountOf(table: TableView): Account | null {
  const scored = (table.deal?.result ?? null) as unknown as Scored | null;
  if (!scored?.payments || !scored.hands || scored.winner === null || scored.landlord === null) return null;
  const { winner, landlord, points, hands, section, payments } = scored;
  const winners = winner === landlord ? [landlord] : payments.map(({ seat }) => seat);
  return { winner, landlord, winners, points, hands, section, payments };
}

/** +4 +4 = +8: what the landlord gets from the peasants, or pays them; "" where winners alone are written down. */
export function sumOf({ points, landlord, payments }: Account): string {
  const paid = payments.map(({ seat }) => -points[seat]!);
  const sum = paid.reduce((all, one) => all + one, 0);
  return sum === points[landlord] ? `${paid.map(signed).join(" ")} = ${signed(sum)}` : "";
}

/** 1 × 2 × 2 = 4; "" where nothing multiplies. */
export function productOf({ factors, payment }: Payment): string {
  return factors.length ? productWritten(1, factors, payment) : "";
}
