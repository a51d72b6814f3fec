/** The account of a deal in which pieces are captured, read from its scored fact. */
import type { TableView } from "../../protocol";

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
