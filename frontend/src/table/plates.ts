/** What stands on a plate of Gou Ji beside the chips that the server sends: teams, the two of a duel, hands that lie open. */
import type { GameView, TableView } from "../protocol";
import { listed, said, signed, t } from "../words";
import { writtenPlay } from "../words/cards";
import { wordsOf } from "../words/game";
import { BEFORE_PLAY, duiMen, facing, gouJiOf, teamOf, type Team } from "./gou_ji";

export interface Plate {
  team: Team;
  /** the team's name */
  named: string;
  /** one of the two who face each other; not concerned while they do */
  stance: "duel" | "aside" | null;
  /** the play has begun: how it came to that need not be said any more */
  begun: boolean;
  marks: { text: string; style: "act" }[];
}

/** "Round" of an even seat, "Square" of an odd one; `long` is "Round team". */
export function teamName(game: GameView, seat: number, long = false): string {
  return said(wordsOf(game).teams![`${seat % 2}${long ? "_long" : ""}`]!);
}

export function plateOf(game: GameView, table: TableView, seat: number): Plate | null {
  const board = gouJiOf(table);
  if (!board) return null;
  const { you } = table;
  const { chips } = wordsOf(game);
  const marks: Plate["marks"] = [];
  const [open, shown] = [board.exposed[seat], board.shown[seat]];
  if (open?.length) marks.push({ text: `${said(chips.exposed!)}${t("colon")}${writtenPlay(open)}`, style: "act" });
  else if (shown?.length) marks.push({ text: t("gj_shown_to_you", { x: writtenPlay(shown) }), style: "act" });
  if (you !== null && seat === duiMen(you)) marks.push({ text: said(chips.dui_men!), style: "act" });
  const two = board.mode === "duel" ? facing(board) : null;
  return { team: teamOf(seat), named: teamName(game, seat, true), stance: !two ? null : two.includes(seat) ? "duel" : "aside", begun: !BEFORE_PLAY.has(board.phase), marks };
}

/** Points of the two teams over the session, as the bar tells them. */
export function teamsScore(game: GameView, table: TableView): string {
  return listed([0, 1].map((seat) => `${teamName(game, seat)} ${signed(table.seats[seat]!.score)}`));
}
