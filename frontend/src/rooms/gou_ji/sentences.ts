/** What the ear is told at a table of Gou Ji. */
import type { GameView, TableView } from "../../protocol";
import { t } from "../../words";
import { writtenPlay } from "../../words/cards";
import { buttonWords, type Fact } from "../../words/game";
import { taskOf } from "./asking";
import { boardOf, trickSoFar, isSet } from "./game";

/** The cards that a seat holds, and its last set in this trick. */
export function holds(game: GameView, table: TableView, seat: number): string[] {
  const { cards } = table.seats[seat]!;
  const last = table.deal && trickSoFar(table.deal.log as Fact[], table.seats.length, false).lasts[seat];
  const set = last && (isSet(last) ? t("last_laid", { cards: writtenPlay(last.spells as string[]) }) : buttonWords(game, "pass"));
  return [cards === null ? "" : t("n_cards", { n: cards }), set ?? ""];
}

/** Your turn, what there is to beat, and what is asked. */
export function turn(game: GameView, table: TableView): string {
  const { best, phase } = boardOf(table)!;
  const beaten = best && phase === "following" ? `${t("to_beat")}${t("colon")}${writtenPlay(best.cards)}` : "";
  return [t("your_turn"), beaten, taskOf(game, table)].filter(Boolean).join(t("clause"));
}
