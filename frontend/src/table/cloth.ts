/** What lies on the runner, and how. */
import type { Fact } from "../words/game";

/** What lies before a seat. */
export interface Laid {
  count: number;
  /** null where they lie face down for this chair */
  cards: string[] | null;
  kind: string | null;
  /** under the pile */
  under: boolean;
  best: boolean;
}

/** Sealed ones wait for the other answers; `thrown` ones stay unseen until the end. */
export type Lies = "sealed" | "down" | "up" | "thrown" | "under";

/** Sets that are laid face down and turned up together. */
export interface Trick {
  number: number;
  leader: number | null;
  /** type that was announced, and how many pieces */
  led: { kind: string; count: number } | null;
  laid: (Laid | null)[];
  /** how each seat's pieces lie */
  lies: (Lies | null)[];
  /** for pieces that turn up in this change: after how many others.  All in one step turn together */
  turns: (number | null)[];
  /** how it was decided, once it is */
  end: Fact | null;
}

export interface Cloth {
  /** each seat's last decision of the trick that is shown */
  lasts: (Fact | null)[];
  /** whose play is to be beaten */
  owner: number | null;
  /** who won the trick that still lies there */
  won: number | null;
  /** the pieces, in games that lay them face down */
  trick: Trick | null;
  /** pieces that each seat has taken, without those that still lie there */
  captured: readonly number[] | null;
  /** all that turns up has turned */
  turned: boolean;
  /** number of a finished round that still lies there, in games whose rounds can be looked through */
  round: number | null;
  /** whose play here has made the deal dearer for everybody */
  dearer: number | null;
}

export const EMPTY: Cloth = { lasts: [], owner: null, won: null, trick: null, captured: null, turned: true, round: null, dearer: null };
