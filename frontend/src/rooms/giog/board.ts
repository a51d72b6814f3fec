// Written by `python -m qipai.server.typescript` from the structures of the board that the room giog describes, and from the
// fields that its state.py declares as shown.  Change those, then write this again.  Sentences of state.py speak of records: NOBODY
// is null here, a mask of seats a list of them, and an array by seat begins with seat 0.

/** The table, and of one's own pieces also what lies face down. */
export interface Board {
  /** what is asked for */
  phase: "turning" | "taking" | "leading" | "answering" | "exposing" | "over" | "directing";
  /** who leads this trick; NOBODY before that is known */
  leader: number | null;
  /** §6.5 pieces set aside */
  pot: number;
  /** pieces that each seat has won */
  captured: number[];
  /** §9.3 mask of the seats that laid a general in the first or last trick */
  beheaded: number[];
  led: Lead | null;
  /** by seat */
  laid: (Laid | null)[];
  previous: Decided | null;
  /** the seats in the order of taking */
  priority: number[] | null;
  /** pieces that everybody saw go to a seat, and has not seen since */
  known: string[][];
  left: Left;
  /** None once they are taken */
  stacks: Layout | null;
  row?: Row;
}

/** The type that was led, and of how many pieces. */
export interface Lead {
  /** key of the game's words */
  kind: string;
  /** key of the game's words, where it is named */
  group?: string | null;
  count: number;
}

/** What lies before a seat in a trick. */
export interface Laid {
  count: number;
  /** None where they lie face down for this chair */
  cards: string[] | null;
  /** the type that was led, where it counts */
  kind: string | null;
  /** under the pile */
  under: boolean;
  best: boolean;
}

/** A trick as it lay when it was decided. */
export interface Decided {
  trick: number;
  leader: number;
  winner: number | null;
  taken: number;
  led: Lead | null;
  /** by seat */
  laid: (Laid | null)[];
}

/** The pieces out of play. */
export interface Left {
  count: number;
  /** those of them that were turned up */
  known: string[];
}

/** The stacks while they are turned up and taken. */
export interface Layout {
  layout: "rows" | "circle";
  /** the numbers of each seat's row; a circle is one row */
  rows: number[][];
  stacks: Stack[];
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

/** One row of which the order of taking is to be named. */
export interface Row {
  stacks: number;
  /** pieces of each */
  size: number;
  /** the § of that */
  section: string;
}

/** A seat as everybody sees it. */
export interface Place {
  /** pieces in hand */
  cards: number;
  chips: Chip[];
}

/** Something that is said of a seat, by the game's words for chips. */
export interface Chip {
  chip: "priority" | "led" | "beheaded" | "known";
  /** of its place in the order, of the pieces that are known */
  n?: number;
}
