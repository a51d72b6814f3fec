// Written by `python -m qipai.server.typescript` from the structures of the board that the room luk_fu describes, and from the
// fields that its state.py declares as shown.  Change those, then write this again.  Sentences of state.py speak of records: NOBODY
// is null here, a mask of seats a list of them, and an array by seat begins with seat 0.

/** The table, and of one's own hand what one knows. */
export interface Board {
  /** who deals */
  dealer: number | null;
  /** what is asked for */
  phase: "claiming" | "calling" | "leading" | "attacking" | "over";
  /** §4.2 NOBODY until somebody calls */
  caller: number | null;
  /** mask of the seats that did not call */
  declined: number[];
  /** §6.4 how many tricks each seat has won */
  tricks: number[];
  asks: Question | null;
  dreamer: number | null;
  privileged: number | null;
  leader: number | null;
  led: Lead | null;
  /** by seat */
  laid: (Lying | null)[];
  rounds: Round[];
  /** the cards that each seat has won rounds with */
  won: string[][];
  outcome: Outcome | null;
  own_down: Down[];
  marks: Mark[] | null;
  melds: Meld[];
  declaring: Declaring | null;
  /** for the dreamer alone: cards that would match */
  hopes: string[] | null;
}

/** What is asked before the play. */
export interface Question {
  /** key of the game's words */
  what: string;
  /** the § by which it is asked */
  section: string;
}

/** What was led. */
export interface Lead {
  /** key of the game's words */
  kind: string;
  count: number;
}

/** What lies before a seat in a round. */
export interface Lying {
  count: number;
  /** None where they lie face down, one's own too */
  cards: string[] | null;
  down: boolean;
  kind: string | null;
  best: boolean;
}

/** A round that is over: everything that lay face up may be looked through. */
export interface Round {
  number: number;
  leader: number | null;
  winner: number | null;
  count: number;
  /** by seat */
  laid: (Lying | null)[];
}

/** How the deal ended, and what was shown then. */
export interface Outcome {
  ending: "abandoned" | "drawn" | "won" | "claimed";
  winner: number | null;
  /** tricks that counted */
  n: number;
  revealed: string[];
  counting: string[];
  dreamt: string[] | null;
  /** the § of each reason of a payment */
  sections: Record<string, string>;
}

/** One's own cards that lie face down. */
export interface Down {
  round: number;
  cards: string[];
}

/** What one knows of a card of one's hand. */
export interface Mark {
  card: string;
  aged: boolean;
  /** why it is aged */
  reason: Reason | null;
  /** may it be led alone?  None while one does not lead */
  leads: boolean | null;
  /** why it may not */
  not_yet: NotYet | null;
  /** which of the board's melds it is part of */
  melds: number[];
}

/** Why a card is aged: a sentence, the § that it goes by, and the facts that prove it. */
export interface Reason {
  section: string;
  text: Record<string, string>;
  facts: Seen[];
}

/** A fact that a reason speaks of. */
export interface Seen {
  round: number;
  seats: number[];
  fact: "lead" | "surrender";
}

/** Why a card may not be led alone. */
export interface NotYet {
  section: string;
  text: Record<string, string>;
}

/** Cards of one's hand that could be led together. */
export interface Meld {
  kind: string;
  cards: string[];
}

/** How near one is to declaring. */
export interface Declaring {
  tricks: number;
  aged: number;
  needed: number;
  may: boolean;
}

/** A seat as everybody sees it. */
export interface Place {
  /** in hand */
  cards: number;
  chips: Chip[];
}

/** Something that is said of a seat, by the game's words for chips. */
export interface Chip {
  chip: "dreamer" | "dealer" | "player_2" | "player_3" | "called" | "privileged" | "declined" | "tricks";
  /** of tricks */
  n?: number;
}
