/** How a deal ended: which side won, and what that brought. */
import type { GameView, TableView } from "../../protocol";
import { say } from "../../words";
import { wordsOf } from "../../words/game";
import { signedPoints } from "../../words/points";
import { lastPlayOf, voided } from "../general/outcome";
import type { Outcome } from "../room";
import { accountOf } from "./account";

export function outcomeOf(game: GameView, table: TableView): Outcome {
  const account = accountOf(table);
  if (!account) return voided(table);
  const { winner, landlord, winners, points } = account;
  const side = winner === landlord ? "landlord_won" : "peasants_won";
  const whose = table.you === null ? "" : side === "landlord_won" && table.you === landlord ? "_own" : "_you";
  const headline = say(wordsOf(game).payment[`${side}${whose}`]!, {
    name: table.seats[landlord]!.name,
    points: signedPoints(points[table.you ?? winner]!),
  });
  return { headline, won: winners.includes(table.you ?? -1), lastPlay: lastPlayOf(table) };
}
