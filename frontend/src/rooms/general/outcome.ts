/** How a deal ended, from its points alone. */
import type { GameView, TableView } from "../../protocol";
import { listed, t } from "../../words";
import type { Fact } from "../../words/game";
import { signedPoints } from "../../words/points";
import type { Outcome } from "../room";

/** What a seat is called in a sentence of its own. */
export const nameOf = (table: TableView, seat: number): string => (seat === table.you ? t("you") : table.seats[seat]!.name);

/** The play that ended a deal. */
export const lastPlayOf = (table: TableView): Fact | undefined => (table.deal?.log as Fact[] | undefined)?.findLast(({ event }) => event === "laid");

/** A deal in which nobody wins anything. */
export const voided = (table: TableView): Outcome => ({ headline: t("deal_void"), won: false, lastPlay: lastPlayOf(table) });

/** A deal that one wins, or several share. */
export function sharedHeadline(game: GameView, table: TableView, [first, ...others]: readonly number[], scored: readonly number[]): string {
  if (first === undefined) return t("nobody_wins");
  const points = signedPoints(scored[first]!, game.unit);
  if (others.length) return t("shared_deal", { names: listed([first, ...others].map((seat) => nameOf(table, seat))), points });
  return first === table.you ? t("you_win_deal", { points }) : t("name_wins_deal", { name: nameOf(table, first), points });
}

export function outcomeOf(game: GameView, table: TableView): Outcome {
  const points = table.deal?.result?.points as number[] | undefined;
  if (!points) return voided(table);
  const best = Math.max(...points);
  const winners = best > 0 ? points.flatMap((scored, seat) => (scored === best ? [seat] : [])) : [];
  return { headline: sharedHeadline(game, table, winners, points), won: winners.includes(table.you ?? -1), lastPlay: lastPlayOf(table) };
}
