/** What stands on a plate of Gou Ji beside the chips that the server sends: teams, the two of a duel, hands that lie open. */
import type { GameView, TableView } from "../protocol";
import { listed, said, signed, t } from "../words";
import { writtenPlay } from "../words/cards";
import { wordsOf } from "../words/game";
import { beforePlay, facing, gouJiOf, markOf, type Team } from "./gou_ji";

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

/** "Round" or "Square"; `long` is "Round team". */
export function teamName(game: GameView, team: number, long = false): string {
  return said(wordsOf(game).teams![`${team}${long ? "_long" : ""}`]!);
}

/** The teams of a table, lowest first. */
export function teamsOf({ teams }: TableView): number[] {
  return [...new Set(teams)].sort((a, b) => a - b);
}

export function plateOf(game: GameView, table: TableView, seat: number): Plate | null {
  const board = gouJiOf(table);
  if (!board) return null;
  const marks: Plate["marks"] = [];
  const [open, shown] = [board.exposed[seat], board.shown[seat]];
  if (open?.length) marks.push({ text: `${said(wordsOf(game).chips.exposed!)}${t("colon")}${writtenPlay(open)}`, style: "act" });
  else if (shown?.length) marks.push({ text: t("gj_shown_to_you", { x: writtenPlay(shown) }), style: "act" });
  const team = table.teams[seat]!;
  const two = board.mode === "duel" ? facing(board) : null;
  return { team: markOf(team), named: teamName(game, team, true), stance: !two ? null : two.includes(seat) ? "duel" : "aside", begun: !beforePlay(table), marks };
}

/** Points of the teams over the session, as the bar tells them. */
export function teamsScore(game: GameView, table: TableView): string {
  return listed(teamsOf(table).map((team) => `${teamName(game, team)} ${signed(table.seats[table.teams.indexOf(team)]!.score)}`));
}
