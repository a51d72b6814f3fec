/** Whole sentences for the ear. */
import type { GameView, TableView } from "../protocol";
import { phrase, say, t } from "../words";
import { wordsOf, type Fact } from "../words/game";
import { isDecision, isPlay, kindOf, playOf } from "./facts";
import { placeOf } from "./places";

function lastOf(fact: Fact, game: GameView): string {
  if (!isDecision(fact)) return "";
  return isPlay(fact) ? t("last_laid", { cards: `${kindOf(fact, game)} ${playOf(fact)}` }) : t("pass");
}

/** A seat in one sentence: where, who, what state, how many cards, the last decision. */
export function seatSentence(game: GameView, table: TableView, number: number, steps: number): string {
  const seat = table.seats[number]!;
  const place = phrase(`place_${placeOf(steps, table.seats.length, game.clockwise)}`)!;
  const parts = [number === table.you ? "" : seat.name || t("empty_chair")];
  if (seat.player === "bot") parts.push(t("bot"));
  if (seat.player === "person" && !seat.connected) parts.push(t("reconnecting"));
  if (seat.player === "person" && seat.autopilot) parts.push(t("autopilot"));
  for (const chip of seat.chips) parts.push(say(wordsOf(game).chips[chip.chip as string]!, chip as Record<string, string | number>));
  if (table.deal?.to_act.includes(number)) parts.push(t(number === table.you ? "your_turn" : "to_play"));
  if (seat.cards !== null) parts.push(t("n_cards", { n: seat.cards }));
  if (seat.last) parts.push(lastOf(seat.last as Fact, game));
  if (table.phase !== "gathering") parts.push(t("total_points", { points: seat.score }));
  const said = parts.filter(Boolean).join(t("clause"));
  return number === table.you ? `${t("you")}${t("clause")}${said}` : `${place}${t("colon")}${said}`;
}

/** Your turn, and what there is to beat. */
export function turnSentence(game: GameView, table: TableView): string {
  const owner = table.deal?.owner ?? null;
  const fact = owner === null ? null : (table.seats[owner]!.last as Fact | null);
  if (!fact || !isPlay(fact)) return `${t("your_turn")}${t("clause")}${t("you_lead")}`;
  return `${t("your_turn")}${t("clause")}${t("to_beat")}${t("colon")}${kindOf(fact, game)} ${playOf(fact)}`;
}
