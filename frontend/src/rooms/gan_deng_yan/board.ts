// Written by `python -m qipai.server.typescript` from the structures of the board that the room gan_deng_yan describes, and from the
// fields that its state.py declares as shown.  Change those, then write this again.  Sentences of state.py speak of records: NOBODY
// is null here, a mask of seats a list of them, and an array by seat begins with seat 0.

/** The public table. */
export interface Board {
  /** how many sit at the table */
  players: number;
  /** who deals, and leads first */
  dealer: number | null;
  /** who went out; NOBODY until then and in a void deal */
  winner: number | null;
  /** is the deal over? */
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
