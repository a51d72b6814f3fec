/** What the choices of a decision are called: the game's sentences, with the cards where these alone tell the choices apart. */
import type { GameView, Judged } from "../../protocol";
import { shownBy } from "../../table/facts";
import { t } from "../../words";
import { facesText } from "../../words/cards";
import { tell } from "../../words/game";

export function choicesOf(game: GameView, one: Judged, names: readonly string[]): string[] {
  const said = one.options.map(({ fact, action }) => tell(game, fact, names, null).replace(/[.。]$/, "") || action);
  return said.map((words, place) => {
    if (said.filter((other) => other === words).length === 1) return words;
    const { fact, action } = one.options[place]!;
    const cards = shownBy(fact);
    return `${words}${t("clause")}${cards.length ? facesText(cards) : action}`;
  });
}
