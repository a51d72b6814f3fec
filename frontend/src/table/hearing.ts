/** What a change sounds like, and what the ear is told of it. */
import type { GameView, TableView } from "../protocol";
import { t } from "../words";
import { agreedWords, tell, type Fact } from "../words/game";
import type { Room } from "../rooms/room";
import { isAsked } from "./buttons";
import { isDecision, isPlay } from "./facts";
import type { Sound } from "./sounds";

/** Sentences for the polite region.  Answers that wait for the others are told by nobody's log. */
export function heard(game: GameView, facts: readonly Fact[], after: TableView): string {
  const names = after.seats.map(({ name }) => name);
  const lines = facts.map((fact) => {
    if (fact.event === "sealed" && facts.length === 1) return fact.seat === after.you ? t("you_are_in") : t("name_is_in", { name: names[fact.seat as number]! });
    if (fact.event === "unsealed") return fact.seat === after.you ? "" : t("name_chooses_again", { name: names[fact.seat as number]! });
    if (fact.event === "person_removed") return t("name_removed", { name: fact.name as string });
    if (fact.event === "person_let_in") return t("name_let_in", { name: fact.name as string });
    if (fact.event === "host_changed") return fact.seat === after.you ? t("you_are_host") : t("name_is_host", { name: names[fact.seat as number]! });
    if (fact.event === "chairs_swapped") return t(fact.lots ? "lots_drawn" : "chairs_swapped");
    if (fact.event === "terms_agreed") return agreedWords(game, fact);
    if (fact.event === "table_listed") return t(fact.on ? "now_opened" : "now_private");
    if (fact.event === "reserved") return t("name_reserves", { name: fact.name as string, bot: names[fact.seat as number]! });
    if (fact.event === "unreserved") return t("not_reserved", { bot: names[fact.seat as number]! });
    if (fact.event === "table_locked") return t(fact.on ? "now_locked" : "now_unlocked");
    return tell(game, fact, names, after.you);
  });
  return lines.filter(Boolean).join(" ");
}

export function soundsOf(room: Room, facts: readonly Fact[], before: TableView | null, after: TableView): Sound[] {
  const happened = (event: string) => facts.some((fact) => fact.event === event);
  const sounds: Sound[] = [];
  const winners = room.winners(after);
  if (happened("went_out") || (winners && happened("scored"))) sounds.push(isWinner(winners, facts, after) ? "win" : "lay");
  else if (room.dearer(after) > (before ? room.dearer(before) : 1) || facts.some(({ event }) => room.loud.has(event as string))) sounds.push("bomb");
  else if (facts.some(isPlay) || happened("laid") || happened("sealed") || happened("turned")) sounds.push("lay");
  else if (facts.some(isDecision)) sounds.push("pass");
  if (happened("drew")) sounds.push("draw");
  const mine = (view: TableView | null) => view !== null && isAsked(view, view.you);
  if (mine(after) && (!mine(before) || facts.some((fact) => isDecision(fact) && fact.event !== "sealed"))) sounds.push("turn");
  return sounds;
}

/** Whether this chair won: as the end tells, or by laying its last card. */
function isWinner(winners: readonly number[] | null, facts: readonly Fact[], { you }: TableView): boolean {
  return winners ? winners.includes(you ?? -1) : facts.some(({ event, seat }) => event === "went_out" && seat === you);
}
