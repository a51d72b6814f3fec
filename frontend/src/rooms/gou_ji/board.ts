// Written by `python -m qipai.server.typescript` from the structures of the board that the room gou_ji describes.
// Change those, then write this again.

/** The table, and of the hands only what one knows. */
export interface Board {
  phase: "naming" | "showing" | "revolution" | "pleading" | "confirming" | "swapping" | "liberating" | "waiving" | "returning" | "leading" | "following" | "window" | "ordering" | "holding" | "telling" | "correcting" | "over";
  /** a question that goes to everybody who might have such a hand */
  window: boolean;
  kind: "first" | "fresh" | "ordinary";
  kaipai: number | null;
  taker: number | null;
  starter: number | null;
  big_loser: number | null;
  second_loser: number | null;
  leader: number | null;
  mode: "normal" | "duel" | "shao" | "run";
  duel: Duel | null;
  shao: Shao | null;
  best: Best | null;
  /** a set of the wrong number of cards, as it was tried */
  tried: string[] | null;
  passed: number[];
  closed: number[];
  asks: Question | null;
  candidates: number[];
  asker: number | null;
  asked: number | null;
  wish: number | null;
  pleas: number[];
  places: (number | null)[];
  penalised: number[];
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
