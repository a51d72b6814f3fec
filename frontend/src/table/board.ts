/** What boards tell: each game sends what it has, and the table draws what it is sent. */
import type { TableView } from "../protocol";

/** What lies before a seat in a trick. */
export interface Laid {
  count: number;
  /** null where they lie face down for this chair */
  cards: string[] | null;
  kind: string | null;
  /** under the pile */
  under: boolean;
  best: boolean;
}

export interface Led {
  kind: string;
  count: number;
}

/** Two pieces, one on the other. */
export interface Stack {
  n: number;
  /** turned up, the topmost last */
  up: string[];
  /** who turned it up */
  by: number | null;
  taker: number | null;
}

export interface Layout {
  layout: "rows" | "circle";
  /** the numbers of each seat's row; a circle is one row */
  rows: number[][];
  stacks: Stack[];
}

/** A trick as it lay when it was decided. */
export interface Decided {
  trick: number;
  leader: number;
  winner: number | null;
  taken: number;
  led: Led;
  laid: (Laid | null)[];
}

export interface Board {
  // cards that are drawn
  talon?: number;
  public?: number | null;
  // pieces that are captured
  phase?: "turning" | "taking" | "leading" | "answering" | "exposing" | "over";
  leader?: number | null;
  led?: Led | null;
  laid?: (Laid | null)[];
  previous?: Decided | null;
  captured?: number[];
  pot?: number;
  priority?: number[] | null;
  known?: string[][];
  left?: { count: number; known: string[] } | null;
  stacks?: Layout | null;
}

export function boardOf(table: TableView): Board {
  return (table.deal?.board ?? {}) as Board;
}
