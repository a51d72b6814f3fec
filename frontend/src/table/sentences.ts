/** Whole sentences for the ear. */
import type { GameView, TableView } from "../protocol";
import { phrase, said, say, t } from "../words";
import { facesText, writtenPlay } from "../words/cards";
import { chipWords, tell, wordsOf, type Fact } from "../words/game";
import { signedPoints } from "../words/points";
import { taskOf } from "./asking";
import { boardOf } from "./board";
import { isLocked, isTogether } from "./buttons";
import { isDecision, isPlay, kindOf, playOf } from "./facts";
import { courseOf, gouJiOf, isSet } from "./gou_ji";
import { moneyOf } from "./money";
import { placeOf } from "./places";
import { plateOf } from "./plates";

function lastOf(fact: Fact, game: GameView, table: TableView): string {
  if (!isDecision(fact)) return "";
  if (isPlay(fact)) return t("last_laid", { cards: `${kindOf(fact, game)} ${playOf(fact)}` });
  return fact.event === "passed" ? t("pass") : tell(game, fact, table.seats.map(({ name }) => name), table.you);
}

/** What lies before a seat in a trick that is laid face down or up. */
function laidBy(game: GameView, table: TableView, seat: number): string {
  const { laid, led } = boardOf(table);
  const set = laid?.[seat] ?? null;
  const { kinds, board } = wordsOf(game);
  if (!set) return isLocked(table, seat) && led ? say(board.face_down!, { n: led.count }) : "";
  const kind = set.kind && kinds[set.kind] ? said(kinds[set.kind]!) : "";
  if (set.under) return said(board.under!);
  return set.cards ? `${kind} ${facesText(set.cards)}`.trim() : [kind, say(board.face_down!, { n: set.count })].filter(Boolean).join(t("clause"));
}

/** A seat in one sentence: where, who, what state, how many cards, the last decision. */
export function seatSentence(game: GameView, table: TableView, number: number, steps: number): string {
  const seat = table.seats[number]!;
  const { captured, known } = boardOf(table);
  const place = phrase(`place_${placeOf(steps, table.seats.length, game.clockwise)}`)!;
  const parts = [number === table.you ? "" : seat.name || t("empty_chair")];
  if (seat.player === "bot") parts.push(t("bot"));
  if (seat.player === "person" && !seat.connected) parts.push(t("reconnecting"));
  if (seat.player === "person" && seat.autopilot) parts.push(t("autopilot"));
  const plate = plateOf(game, table, number);
  if (plate) parts.push(plate.named, ...plate.marks.map(({ text }) => text));
  for (const chip of seat.chips) parts.push(chipWords(game, chip));
  if (isLocked(table, number)) parts.push(t("is_in"));
  else if (table.deal?.to_act.includes(number)) {
    parts.push(t(number === table.you ? "your_turn" : isTogether(table) ? "choosing" : "to_play"));
  }
  if (captured) parts.push(t("n_captured", { n: captured[number]! }));
  if (seat.cards !== null) parts.push(t(captured ? "n_pieces" : "n_cards", { n: seat.cards }));
  if (known?.[number]?.length) parts.push(facesText(known[number]));
  const sets = plate && table.deal ? courseOf(table.deal.log as Fact[], table.seats.length, false).lasts[number] : undefined;
  if (sets) parts.push(isSet(sets) ? t("last_laid", { cards: writtenPlay(sets.spells as string[]) }) : t("gj_pass"));
  else if (plate) parts.push("");
  else if (captured || moneyOf(table)) parts.push(laidBy(game, table, number));
  else if (seat.last) parts.push(lastOf(seat.last as Fact, game, table));
  if (table.phase !== "gathering") parts.push(t("total_points", { points: signedPoints(seat.score, game.unit) }));
  const sentence = parts.filter(Boolean).join(t("clause"));
  return number === table.you ? `${t("you")}${t("clause")}${sentence}` : `${place}${t("colon")}${sentence}`;
}

/** Your turn, and what there is to beat or to answer. */
export function turnSentence(game: GameView, table: TableView): string {
  const { phase, led } = boardOf(table);
  const { kinds, board } = wordsOf(game);
  const gouJi = gouJiOf(table);
  if (gouJi) {
    const beaten = gouJi.best && gouJi.phase === "following" ? `${t("to_beat")}${t("colon")}${writtenPlay(gouJi.best.cards)}` : "";
    return [t("your_turn"), beaten, taskOf(game, table)].filter(Boolean).join(t("clause"));
  }
  const money = moneyOf(table);
  const best = money?.laid.find((set) => set?.best);
  if (money && best?.cards) {
    const beaten = `${t("to_beat")}${t("colon")}${said(kinds[best.kind!]!)} ${facesText(best.cards)}`;
    return [t("your_turn"), beaten, say(board.attacking!, { n: best.count })].join(t("clause"));
  }
  if (phase) {
    const asked = board[phase] ? say(board[phase], { n: led?.count ?? 0 }) : "";
    const kind = led && phase === "answering" ? t("is_led", { kind: said(kinds[led.kind]!) }) : "";
    return [t("your_turn"), kind, asked].filter(Boolean).join(t("clause"));
  }
  const owner = table.deal?.owner ?? null;
  const fact = owner === null ? null : (table.seats[owner]!.last as Fact | null);
  if (!fact || !isPlay(fact)) return `${t("your_turn")}${t("clause")}${t("you_lead")}`;
  return `${t("your_turn")}${t("clause")}${t("to_beat")}${t("colon")}${kindOf(fact, game)} ${playOf(fact)}`;
}
