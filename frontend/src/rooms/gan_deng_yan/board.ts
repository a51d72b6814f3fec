// Written by `python -m qipai.server.typescript` from the structures of the board that the room gan_deng_yan describes.
// Change those, then write this again.

/** The public table. */
export interface Board {
  players: number;
  dealer: number | null;
  winner: number | null;
  over: boolean;
  /** cards still to be drawn */
  talon: number;
  table: Best | null;
  /** what everybody's payment is multiplied by; None where nothing multiplies */
  public: number | null;
}

/** The play to be beaten. */
export interface Best {
  action: string;
  /** what the cards represent, jokers marked */
  spells: string[];
  kind: "pass" | "single" | "pair" | "trip" | "quad" | "djoker" | "seq" | "dseq" | "tseq" | "bare";
  seat: number | null;
}

/** A seat as everybody sees it. */
export interface Place {
  /** in hand */
  cards: number;
  chips: Chip[];
}

/** Something that is said of a seat, by the game's words for chips. */
export interface Chip {
  chip: "dealer" | "stake" | "winner" | "empty" | "left" | "owner" | "sits_out";
  /** of a stake, of the cards that are left */
  n?: number;
}
