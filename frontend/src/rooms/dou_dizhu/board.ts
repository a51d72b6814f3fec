// Written by `python -m qipai.server.typescript` from the structures of the board that the room dou_dizhu describes, and from the
// fields that its state.py declares as shown.  Change those, then write this again.  Sentences of state.py speak of records: NOBODY
// is null here, a mask of seats a list of them, and an array by seat begins with seat 0.

/** The public table. */
export interface Board {
  /** what is asked for */
  phase: "bidding" | "showing" | "doubling" | "play" | "over";
  /** who was asked first in the bidding (§2.2) */
  first: number | null;
  /** the landlord; NOBODY until there is one, and in a void deal */
  landlord: number | null;
  /** who emptied the hand (§6.4); NOBODY until then and in a void deal */
  winner: number | null;
  table: Best | null;
  /** the kinds of the bottom cards; None while there is no landlord */
  bottom: string[] | null;
  /** the kind of the card that lay face up in the pack (§8.3) */
  face_up: string | null;
  /** so far */
  multiplier: number;
}

/** The play to be beaten. */
export interface Best {
  action: string;
  /** the body, then the wings */
  spells: string[];
  kind: "pass" | "single" | "pair" | "trio" | "trio_single" | "trio_pair" | "sequence" | "pair_sequence" | "airplane" | "airplane_singles" | "airplane_pairs" | "four_singles" | "four_pairs" | "bomb" | "rocket";
  seat: number | null;
}

/** A seat as everybody sees it. */
export interface Place {
  /** in hand */
  cards: number;
  /** the kinds of its cards, where the hand was shown (§8.4) */
  hand: string[] | null;
  chips: Chip[];
}

/** Something that is said of a seat, by the game's words for chips. */
export interface Chip {
  chip: "landlord" | "peasant" | "first" | "doubled" | "shown" | "owner" | "left" | "winner" | "no" | "call" | "grab" | "bid_1" | "bid_2" | "bid_3";
  /** of the cards that are left */
  n?: number;
}
