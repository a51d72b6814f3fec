/** What the ear is told at a table of pieces. */
import type { GameView, TableView } from "../../protocol";
import { isLocked } from "../../table/buttons";
import { said, say, t } from "../../words";
import { facesText } from "../../words/cards";
import { wordsOf } from "../../words/game";
import { boardOf } from "./tricks";

/** What lies before a seat in a trick that is laid face down or up. */
function laidBy(game: GameView, table: TableView, seat: number): string {
  const { laid, led } = boardOf(table)!;
  const set = laid[seat];
  const { kinds, board } = wordsOf(game);
  if (!set) return isLocked(table, seat) && led ? say(board.face_down!, { n: led.count }) : "";
  const kind = set.kind && kinds[set.kind] ? said(kinds[set.kind]!) : "";
  if (set.under) return said(board.under!);
  return set.cards ? `${kind} ${facesText(set.cards)}`.trim() : [kind, say(board.face_down!, { n: set.count })].filter(Boolean).join(t("clause"));
}

/** Pieces that a seat took, holds, and is known to hold, and what it laid. */
export function holds(game: GameView, table: TableView, seat: number): string[] {
  const board = boardOf(table);
  if (!board) return [];
  const { cards } = table.seats[seat]!;
  const known = board.known[seat] ?? [];
  return [
    t("n_captured", { n: board.captured[seat]! }),
    cards === null ? "" : t("n_pieces", { n: cards }),
    known.length ? facesText(known) : "",
    laidBy(game, table, seat),
  ];
}

export function turn(game: GameView, table: TableView): string {
  const { phase, led } = boardOf(table)!;
  const { kinds, board } = wordsOf(game);
  const asked = board[phase] ? say(board[phase], { n: led?.count ?? 0 }) : "";
  const kind = led && phase === "answering" ? t("is_led", { kind: said(kinds[led.kind]!) }) : "";
  return [t("your_turn"), kind, asked].filter(Boolean).join(t("clause"));
}
