/** Reading facts: what a seat decided, what it laid, and how that is called. */
import type { GameView } from "../protocol";
import { said } from "../words";
import { writtenPlay } from "../words/cards";
import { wordsOf, type Fact } from "../words/game";

/** Is this what a seat did when it was asked? */
export function isDecision(fact: Fact): boolean {
  return "action" in fact;
}

export function isPlay(fact: Fact): boolean {
  return isDecision(fact) && facesOf(fact).length > 0;
}

export function facesOf(fact: Fact): string[] {
  return (fact.cards as string[] | undefined) ?? [];
}

/** The play as people write it, jokers as what they stand for. */
export function playOf(fact: Fact): string {
  return writtenPlay(fact.action as string);
}

/** What the play is called at the table: "double sequence", 连对. */
export function kindOf(fact: Fact, game: GameView): string {
  const words = wordsOf(game).kinds[fact.kind as string];
  return words ? said(words) : "";
}
