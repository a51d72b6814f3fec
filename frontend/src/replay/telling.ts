/** A move of a finished deal in words. */
import { countsRanks } from "../cards/pack.svelte";
import type { GameView } from "../protocol";
import { shownBy } from "../table/facts";
import { listed, t } from "../words";
import { faceText, facesText } from "../words/cards";
import { tell, type Fact } from "../words/game";

/** A move in lines; with open hands all draws of a trick's end are one of them. */
export function linesOf(game: GameView, names: readonly string[], facts: readonly Fact[]): string[] {
  const drawn = facts.filter(({ event, hidden }) => event === "drew" && hidden);
  const others = facts
    .filter((fact) => !drawn.includes(fact))
    .map((fact) => {
      const line = tell(game, fact, names, null);
      const unseen = fact.to_eyes && !fact.pieces && fact.seat !== undefined && !countsRanks() ? shownBy(fact) : []; // while the deal lasted
      return line && unseen.length ? `${line.replace(/[.。]$/, "")}${t("clause")}${facesText(unseen)}` : line;
    });
  const cards = drawn.map((fact) => `${names[fact.seat as number]} ${listed((fact.hidden as { cards: string[] }).cards.map(faceText))}`);
  return [...others, cards.length ? t("drawn", { cards: listed(cards) }) : ""].filter(Boolean);
}
