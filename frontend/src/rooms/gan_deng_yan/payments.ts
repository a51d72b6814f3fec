/** The account of a deal, read from its scored fact.  Nothing is reckoned here: the products and their factors are the server's. */
import { productWritten, type Factor } from "../../parts/end/factors";
import type { TableView } from "../../protocol";

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

/** null where a deal has no account: nobody has won. */
export function accountOf(table: TableView): Account | null {
  return (table.deal?.result ?? null) as unknown as Account | null;
}

/** What each seat has on the table, where one plays for table stakes: after the deal that is over, or as their plates say. */
export function stakesOf(table: TableView): number[] | null {
  const after = table.deal?.result?.stakes as number[] | undefined;
  if (after) return after;
  const stakes = table.seats.map(({ chips }) => chips.find(({ chip }) => chip === "stake")?.n as number | undefined);
  return stakes.every((stake) => stake !== undefined) ? stakes : null;
}

/** 5 × 4 × 2 = 40 */
export function productOf(paid: Paid): string {
  if (paid.public === 1 && !paid.factors.length) return "";
  return productWritten(paid.cards, [{ what: "public", times: paid.public, section: "" }, ...paid.factors], paid.payment);
}
