/** What choices are called away from the cards: by their kind and what they represent. */
import type { ChoiceView, GameView } from "../protocol";
import { said, t } from ".";
import { writtenPlay } from "./cards";
import { wordsOf } from "./game";

function choiceName(game: GameView, { action, kind, spells }: ChoiceView): string {
  const words = wordsOf(game).kinds[kind];
  const called = words ? said(words) : "";
  if (!spells.length) return called || (action === "pass" ? t("pass") : action);
  return [called, writtenPlay(spells)].filter(Boolean).join(" ");
}

/** The names of several choices; where two are alike, with what one would type for them. */
export function choiceNames(game: GameView, choices: readonly ChoiceView[]): string[] {
  const names = choices.map((choice) => choiceName(game, choice));
  return names.map((name, place) => (names.filter((other) => other === name).length === 1 ? name : `${name}${t("clause")}${choices[place]!.action}`));
}
