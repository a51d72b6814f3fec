// Written by `python -m qipai.server.typescript` from the structures of the board that the room gou_ji describes, and from the
// fields that its state.py declares as shown.  Change those, then write this again.  Sentences of state.py speak of records: NOBODY
// is null here, a mask of seats a list of them, and an array by seat begins with seat 0.

/** The table, and of the hands only what one knows. */
export interface Board {
  /** what is asked for */
  phase: "naming" | "showing" | "revolution" | "pleading" | "confirming" | "swapping" | "liberating" | "waiving" | "returning" | "leading" | "following" | "window" | "ordering" | "holding" | "telling" | "correcting" | "over";
  /** §2.1 the kind of game */
  kind: "first" | "fresh" | "ordinary";
  /** §2.2, §2.3 the Kai Pai player of this game */
  kaipai: number | null;
  /** who takes the first card; NOBODY until it is named */
  taker: number | null;
  /** §3.3 who leads the first trick; NOBODY until it is known */
  starter: number | null;
  /** §2.1, §5.1 or NOBODY */
  big_loser: number | null;
  /** §5.1 or NOBODY */
  second_loser: number | null;
  /** §4.3 who wants a revolution, or NOBODY */
  wish: number | null;
  /** §4.3 mask of the team mates who plead */
  pleas: number[];
  /** §9.7, §14.20 mask of the seats that are penalised */
  penalised: number[];
  /** §8, §9 how this trick is played */
  mode: "normal" | "duel" | "shao" | "run";
  /** who leads the present trick */
  leader: number | null;
  /** §7.2 mask of the seats that have passed */
  passed: number[];
  /** §14.16 mask of the seats that a Rang Pai shuts out of this trick */
  closed: number[];
  /** a question that goes to everybody who might have such a hand */
  window: boolean;
  duel: Duel | null;
  shao: Shao | null;
  best: Best | null;
  /** a set of the wrong number of cards, as it was tried */
  tried: string[] | null;
  asks: Question | null;
  candidates: number[];
  asker: number | null;
  asked: number | null;
  places: (number | null)[];
  /** seats with cards whose Dui Men is out */
  headless: number[];
  tributes: Tribute[];
  /** places of the game before */
  last: number[] | null;
  /** hands that lie open, by seat */
  exposed: Record<string, string[]>;
  /** hands that their holders showed to this chair, by seat */
  shown: Record<string, string[]>;
  advice: Advice[];
  /** what each seat has laid in this game */
  played: string[][];
  /** of the pack, from the lowest up */
  ranks: string[];
  /** those that go with any set */
  wild: string[];
  /** how many cards of each rank this chair has not seen */
  unseen: number[];
  told: (string | null)[];
  endgame: "blocks" | "alternating" | null;
  /** of the endgame, in turn order */
  blocks: number[][] | null;
  thrown_in: boolean;
  /** of a game that is over */
  settlement?: Settlement;
}

/** Two who alone may play. */
export interface Duel {
  starter: number;
  defender: number;
}

/** A neighbour who breaks in. */
export interface Shao {
  declarer: number;
  /** of the duel that it breaks into */
  starter: number | null;
  /** its first set is to be answered */
  first: boolean;
}

/** The set to be beaten. */
export interface Best {
  cards: string[];
  /** of Gou Ji level */
  high: boolean;
  /** key of the game's words */
  kind: string;
}

/** What whoever is asked is asked. */
export interface Question {
  /** key of the game's words */
  what: string;
  /** the § by which it is asked */
  section: string;
  /** in whose name: who wants a revolution, or who asks */
  name: number | null;
}

/** A debt and what has come of it. */
export interface Tribute {
  from: number;
  to: number;
  n: number;
  state: "owed" | "refused" | "waived" | "paid" | "returned";
  /** for the two that it concerns */
  given: string[] | null;
  returned: string[] | null;
}

/** What a team mate advises whoever is to act. */
export interface Advice {
  seat: number;
  to: number;
  /** None for passing */
  cards: string[] | null;
}

/** How the points of a finished game come about. */
export interface Settlement {
  /** what the place of each seat is worth; None without a place */
  worth: (number | null)[];
  /** none where nobody scores */
  teams: TeamSum[];
  /** the § by which tribute is owed in the next game */
  tribute: string;
}

/** What a team has won, and how that comes about. */
export interface TeamSum {
  team: number;
  /** what its places are worth, the best first; empty where they were not played out */
  addends: number[];
  /** by which the sum is multiplied */
  times: number;
  points: number;
  /** the § by which it counts */
  section: string;
  /** what is written down for each of its players */
  noted: number;
  /** the § by which that is something else */
  noted_section?: string;
}

/** A seat as this chair sees it. */
export interface Place {
  /** in hand; None where that is not told */
  cards: number | null;
  chips: Chip[];
}

/** Something that is said of a seat, by the game's words for chips. */
export interface Chip {
  chip: "kaipai" | "taker" | "starter" | "big_loser" | "second_loser" | "place" | "penalised" | "head_gone" | "passed" | "few" | "over_ten" | "exposed" | "duel_starter" | "duel_defender" | "runner" | "promised" | "wish" | "dui_men" | "pleads";
  /** of a place */
  n?: number;
}
