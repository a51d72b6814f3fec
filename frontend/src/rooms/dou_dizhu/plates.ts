/** The two sides on the plates: the landlord square, the peasants round. */
import type { GameView, TableView } from "../../protocol";
import { said } from "../../words";
import { wordsOf } from "../../words/game";
import { sideOf, type Plate } from "../../table/plates";
import { boardIn } from "../room";
import type { Board } from "./board";

export function plateOf(game: GameView, table: TableView, seat: number): Plate | null {
  const board = boardIn<Board>(table);
  if (!board || board.landlord === null) return null;
  const side = seat === board.landlord ? "landlord" : "peasant";
  const own = table.you === null ? null : table.you === board.landlord ? "landlord" : "peasant";
  // the landlord's badge is said with the chips, the peasant's has the form alone
  const named = side === "peasant" ? said(wordsOf(game).chips.peasant!) : "";
  return { team: side === "landlord" ? "square" : "round", named, side: sideOf(side, own), stance: null, begun: board.phase === "play", marks: [] };
}
