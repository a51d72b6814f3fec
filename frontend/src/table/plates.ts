/** What stands on a plate beside the chips that the server sends, in games of teams. */
import type { GameView, TableView } from "../protocol";
import { said, t } from "../words";
import { wordsOf } from "../words/game";

/** The mark of each team, and whether it is round or square. */
const TEAMS = ["round", "square"] as const;
export type Team = (typeof TEAMS)[number];
export const markOf = (team: number): Team => TEAMS[team]!;

export interface Plate {
  team: Team;
  /** the team's name */
  named: string;
  /** "your team" or "theirs"; "" for whoever watches */
  side: string;
  /** one of two who face each other; not concerned while they do */
  stance: "faces" | "aside" | null;
  /** the play has begun: how it came to that need not be said any more */
  begun: boolean;
  marks: { text: string; style: "act" }[];
}

/** "Round" or "Square"; `long` is "Round team". */
export function teamName(game: GameView, team: number, long = false): string {
  return said(wordsOf(game).teams![`${team}${long ? "_long" : ""}`]!);
}

/** Whose a team is, seen from a chair of another or the same one. */
export const sideOf = (team: number | string, own: number | string | null | undefined): string => (own === null || own === undefined ? "" : t(team === own ? "side_yours" : "side_theirs"));

/** The teams of a table, lowest first. */
export function teamsOf({ teams }: TableView): number[] {
  return [...new Set(teams)].sort((a, b) => a - b);
}
