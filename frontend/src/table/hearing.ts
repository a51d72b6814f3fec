/** What a change sounds like, and what the ear is told of it. */
import type { GameView, TableView } from "../protocol";
import { t } from "../words";
import { tell, type Fact } from "../words/game";
import { boardOf } from "./board";
import { isAsked } from "./buttons";
import { isDecision, isPlay } from "./facts";
import { settledOf } from "./money";
import type { Sound } from "./sounds";

/** Sentences for the polite region.  Answers that wait for the others are told by nobody's log. */
export function heard(game: GameView, facts: readonly Fact[], after: TableView): string {
  const names = after.seats.map(({ name }) => name);
  const lines = facts.map((fact) => {
    if (fact.event === "sealed" && facts.length === 1) return fact.seat === after.you ? t("you_are_in") : t("name_is_in", { name: names[fact.seat as number]! });
    if (fact.event === "unsealed") return fact.seat === after.you ? "" : t("name_chooses_again", { name: names[fact.seat as number]! });
    return tell(game, fact, names, after.you);
  });
  return lines.filter(Boolean).join(" ");
}

export function soundsOf(facts: readonly Fact[], before: TableView | null, after: TableView): Sound[] {
  const happened = (event: string) => facts.some((fact) => fact.event === event);
  const sounds: Sound[] = [];
  if (happened("went_out") || boardWon(facts, after)) sounds.push(isWinner(facts, after) ? "win" : "lay");
  else if (multiplier(after) > multiplier(before) || happened("duel") || happened("shao_declared")) sounds.push("bomb");
  else if (facts.some(isPlay) || happened("laid") || happened("sealed") || happened("turned")) sounds.push("lay");
  else if (facts.some(isDecision)) sounds.push("pass");
  if (happened("drew")) sounds.push("draw");
  const mine = (view: TableView | null) => view !== null && isAsked(view, view.you);
  if (mine(after) && (!mine(before) || facts.some((fact) => isDecision(fact) && fact.event !== "sealed"))) sounds.push("turn");
  return sounds;
}

const boardWon = (facts: readonly Fact[], table: TableView) =>
  Boolean(table.deal?.result?.winners ?? settledOf(table)) && facts.some(({ event }) => event === "scored");

function isWinner(facts: readonly Fact[], table: TableView): boolean {
  const { you, deal } = table;
  const settled = settledOf(table);
  if (settled) return you !== null && settled.winner === you;
  const winners = deal?.result?.winners as number[] | undefined;
  return winners ? winners.includes(you ?? -1) : facts.some(({ event, seat }) => event === "went_out" && seat === you);
}

/** What makes the deal dearer for everybody is heard more loudly. */
function multiplier(view: TableView | null): number {
  return (view && boardOf(view).public) ?? 1;
}
