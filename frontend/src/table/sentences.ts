/** Whole sentences for the ear. */
import type { GameView, TableView } from "../protocol";
import type { Room } from "../rooms/room";
import { phrase, t } from "../words";
import { chipWords, tell, type Fact } from "../words/game";
import { signedPoints } from "../words/points";
import { isAsked, isLocked, isTogether } from "./buttons";
import { awayWord } from "./clocks";
import { isDecision, isPlay, kindOf, playOf } from "./facts";
import { placeOf } from "./places";

/** What a seat did last in this trick. */
export function lastOf(room: Room, game: GameView, table: TableView, seat: number): string {
  const fact = table.seats[seat]!.last as Fact | null;
  if (!fact || !isDecision(fact)) return "";
  if (isPlay(fact)) return t("last_laid", { cards: `${kindOf(fact, game)} ${playOf(fact)}` });
  return fact.event === "passed" ? room.word(game, fact) : tell(game, fact, table.seats.map(({ name }) => name), table.you);
}

/** A seat in one sentence: where, who, what state, how many cards, the last decision. */
export function seatSentence(room: Room, game: GameView, table: TableView, number: number, steps: number): string {
  const seat = table.seats[number]!;
  const place = phrase(`place_${placeOf(steps, table.seats.length, game.clockwise)}`)!;
  const parts = [number === table.you ? "" : seat.name || t("empty_chair")];
  if (seat.player === "bot") parts.push(t("bot"));
  if (seat.reserved) parts.push(t("reserved_for", { name: seat.reserved }));
  if (seat.player === "person" && !seat.connected) parts.push(awayWord(table.clock));
  if (seat.player === "person" && seat.autopilot) parts.push(t("autopilot"));
  const plate = room.plate(game, table, number);
  if (plate) parts.push(plate.named, number === table.you ? "" : plate.side, ...plate.marks.map(({ text }) => text));
  for (const chip of seat.chips) parts.push(chipWords(game, chip));
  if (isLocked(table, number)) parts.push(t("is_in"));
  else if (isAsked(table, number)) parts.push(t(number === table.you ? "your_turn" : isTogether(table) ? "choosing" : "to_play"));
  parts.push(...room.holds(game, table, number));
  if (table.phase !== "gathering") parts.push(t("total_points", { points: signedPoints(seat.score, game.unit) }));
  const sentence = parts.filter(Boolean).join(t("clause"));
  return number === table.you ? `${t("you")}${t("clause")}${sentence}` : `${place}${t("colon")}${sentence}`;
}

/** Your turn, and the play that there is to beat. */
export function beatSentence(game: GameView, table: TableView): string {
  const owner = table.deal?.owner ?? null;
  const fact = owner === null ? null : (table.seats[owner]!.last as Fact | null);
  if (!fact || !isPlay(fact)) return `${t("your_turn")}${t("clause")}${t("you_lead")}`;
  return `${t("your_turn")}${t("clause")}${t("to_beat")}${t("colon")}${kindOf(fact, game)} ${playOf(fact)}`;
}
