/** What stands on a plate of Gou Ji beside the chips that the server sends: teams, the two of a duel, hands that lie open. */
import type { GameView, TableView } from "../../protocol";
import { listed, said, say, signed, t } from "../../words";
import { writtenPlay } from "../../words/cards";
import { wordsOf } from "../../words/game";
import { markOf, sideOf, teamName, teamsOf, type Plate } from "../../table/plates";
import { beforePlay, boardOf, facing } from "./game";

export function plateOf(game: GameView, table: TableView, seat: number): Plate | null {
  const board = boardOf(table);
  if (!board) return null;
  const marks: Plate["marks"] = [];
  const [open, shown] = [board.exposed[seat], board.shown[seat]];
  if (open?.length) marks.push({ text: `${said(wordsOf(game).chips.exposed!)}${t("colon")}${writtenPlay(open)}`, style: "act" });
  else if (shown?.length) marks.push({ text: t("gj_shown_to_you", { x: writtenPlay(shown) }), style: "act" });
  const advice = board.advice.find((one) => one.seat === seat);
  if (advice) {
    const { chips } = wordsOf(game);
    marks.push({ text: advice.cards ? say(chips.advises!, { x: writtenPlay(advice.cards) }) : said(chips.advises_pass!), style: "act" });
  }
  const team = table.teams[seat]!;
  const two = board.mode === "duel" ? facing(board) : null;
  return { team: markOf(team), named: teamName(game, team, true), side: sideOf(team, ownTeam(table)), stance: !two ? null : two.includes(seat) ? "faces" : "aside", begun: !beforePlay(table), marks };
}

const ownTeam = ({ you, teams }: TableView) => (you === null ? null : teams[you]!);

/** Points of the teams over the session, as the bar tells them: one's own first. */
export function teamsScore(game: GameView, table: TableView): string {
  const own = ownTeam(table);
  const teams = teamsOf(table).sort((a, b) => Number(b === own) - Number(a === own));
  const pointsOf = (team: number) => signed(table.seats[table.teams.indexOf(team)]!.score);
  return listed(teams.map((team) => `${sideOf(team, own) || teamName(game, team)} ${pointsOf(team)}`));
}
