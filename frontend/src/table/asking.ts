/** Questions that are answered beside the hand, and what may be said besides: what is asked and what may be said are the server's. */
import type { ChoiceView, TableView } from "../protocol";

export interface Reply {
  action: string;
  label: string;
  /** what the clock would say: the solid one */
  main: boolean;
  /** what P says */
  no: boolean;
  /** what cannot be taken back and may cost much: it wants to be held */
  risk: boolean;
  /** one of many */
  small: boolean;
  /** faces that it takes */
  cards: string[];
}

export interface Question {
  head: string;
  why: string;
  /** said in bold: what one would hold then, or what is still to be chosen */
  cost: string;
  section: string;
  replies: Reply[];
  /** it wants cards to be chosen, which are not yet */
  wants: boolean;
}

/** What may be said out of turn or beside one's turn, each with its words. */
export interface Talk {
  action: string;
  label: string;
  why: string;
  /** lays something open for good: asked twice */
  twice: string;
  /** cannot wait: the moment for it passes with the next play */
  now: boolean;
}

/** A plain answer; the solid one is what the clock would say. */
export function replyTo(table: TableView, { action }: ChoiceView, label: string): Reply {
  const main = action === table.deal!.default;
  return { action, label, main, no: main, risk: false, small: false, cards: [] };
}

/** Talk that cannot wait. */
export function offerOf(talk: readonly Talk[]): Talk | undefined {
  return talk.find(({ now }) => now);
}
