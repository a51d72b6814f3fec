/** Reading facts: what a seat decided, what it laid, and how that is called. */
import type { GameView } from "../protocol";
import { said, say, t } from "../words";
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

/** The cards or discs that a fact shows on the table. */
export function shownBy(fact: Fact): string[] {
  return ((fact.cards ?? fact.pieces) as string[] | undefined) ?? [];
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

/** What a fact shows to everybody: who shows what, and how that is called. */
export interface Shown {
  seat: number;
  faces: string[];
  spells: string[] | undefined;
  kind: string;
}

/** Cards that one surrenders have no kind: they lie face down, seen by oneself. */
function downIn({ down, count }: Fact, game: GameView): string {
  const words = wordsOf(game).board.face_down;
  return down && words ? say(words, { n: count as number }) : "";
}

/** What a fact lets this chair see of plays: laid by a seat, turned up together, or exposed. */
export function shownIn(fact: Fact, game: GameView): Shown[] {
  const one = (play: Fact, faces: string[]): Shown => ({
    seat: play.seat as number,
    faces,
    spells: play.spells as string[] | undefined,
    kind: play.kind === null ? t("counts_not") : kindOf(play, game) || downIn(play, game),
  });
  if (fact.event === "revealed") return (fact.plays as Fact[]).map((play) => one(play, facesOf(play)));
  if (fact.event === "exposed") return [one(fact, fact.pieces as string[])];
  return isPlay(fact) || (fact.event === "laid" && facesOf(fact).length) ? [one(fact, facesOf(fact))] : [];
}
