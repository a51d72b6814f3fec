/** What the ear is told at a table of Luk Fu. */
import type { GameView, TableView } from "../../protocol";
import { isLocked } from "../../table/buttons";
import { said, say, t } from "../../words";
import { facesText } from "../../words/cards";
import { wordsOf } from "../../words/game";
import { boardOf } from "./rounds";

/** What lies before a seat in a round. */
function laidBy(game: GameView, table: TableView, seat: number): string {
  const { laid, led } = boardOf(table)!;
  const set = laid[seat];
  const { kinds, board } = wordsOf(game);
  if (!set) return isLocked(table, seat) && led ? say(board.face_down!, { n: led.count }) : "";
  const kind = set.kind && kinds[set.kind] ? said(kinds[set.kind]!) : "";
  return set.cards ? `${kind} ${facesText(set.cards)}`.trim() : [kind, say(board.face_down!, { n: set.count })].filter(Boolean).join(t("clause"));
}

export function holds(game: GameView, table: TableView, seat: number): string[] {
  const { cards } = table.seats[seat]!;
  return [cards === null ? "" : t("n_cards", { n: cards }), boardOf(table) ? laidBy(game, table, seat) : ""];
}

export function turn(game: GameView, table: TableView): string {
  const { phase, laid, led } = boardOf(table)!;
  const { kinds, board } = wordsOf(game);
  const best = laid.find((set) => set?.best);
  if (best?.cards) {
    const beaten = `${t("to_beat")}${t("colon")}${said(kinds[best.kind!]!)} ${facesText(best.cards)}`;
    return [t("your_turn"), beaten, say(board.attacking!, { n: best.count })].join(t("clause"));
  }
  return [t("your_turn"), board[phase] ? say(board[phase], { n: led?.count ?? 0 }) : ""].filter(Boolean).join(t("clause"));
}
