/** Gou Ji 够级: two teams of three, large hands by their ranks, tribute, duels, questions and table talk. */
import type { GameView, TableView } from "../../protocol";
import { teamName } from "../../table/plates";
import { said, say, t } from "../../words";
import { buttonWords, wordsOf } from "../../words/game";
import { signedPoints } from "../../words/points";
import { voided } from "../general/outcome";
import { general } from "../general/room";
import type { ChipLook, Room } from "../room";
import { questionOf, talkOf } from "./asking";
import type { Chip } from "./board";
import { second, solid } from "./buttons";
import Cloth from "./Cloth.svelte";
import Columns from "./Columns.svelte";
import { face } from "./face";
import { boardOf, resultOf, type Result } from "./game";
import Laid from "./Laid.svelte";
import Placed from "./Placed.svelte";
import Places from "./Places.svelte";
import { plateOf, teamsScore } from "./plates";
import Played from "./Played.svelte";
import RankTable from "./RankTable.svelte";
import { holds, turn } from "./sentences";

const ROLE: ChipLook = { minor: true, early: true };
const CHIPS: Record<Chip["chip"], ChipLook> = {
  kaipai: ROLE,
  taker: ROLE,
  starter: ROLE,
  big_loser: ROLE,
  second_loser: ROLE,
  place: { seat: "out" },
  penalised: { style: "seal" },
  head_gone: {},
  passed: { elsewhere: true },
  few: { elsewhere: true, counts: true },
  over_ten: { elsewhere: true, counts: true },
  exposed: { elsewhere: true },
  duel_starter: { style: "lamp" },
  duel_defender: { style: "lamp" },
  runner: { style: "lamp" },
  promised: {},
  wish: { style: "seal", icon: "warn" },
  dui_men: { style: "act" },
  pleads: {},
};
const PLACES: Record<number, ChipLook> = { 1: { style: "good", icon: "check" }, 2: { style: "good", icon: "check" }, 5: { style: "seal" }, 6: { style: "seal" } };

/** A game that one of two teams wins. */
function headlineOf(game: GameView, table: TableView, { points, ending }: Result): string {
  const words = wordsOf(game).payment;
  if (ending === "thrown_in") return said(words.thrown_in!);
  const best = points.indexOf(Math.max(...points));
  if (points[best] === 0) return said(words.even!);
  const [team, won] = [teamName(game, table.teams[best]!, true), signedPoints(points[best]!)];
  const own = table.you === null ? null : points[table.you]!;
  if (own === null) return say(words.team_wins!, { team, points: won });
  return own > 0 ? t("gj_your_team_wins", { points: won }) : t("gj_your_team_loses", { team, points: signedPoints(own) });
}

export const room: Room = {
  ...general,
  ...face,

  Cloth,
  dense: true,
  Hand: Columns,
  instead: (table) => (table.you !== null && !table.deal?.hand.length && boardOf(table)?.places[table.you] ? Placed : null),
  Laid,
  Extra: Played,
  account: (table) => (resultOf(table) ? Places : null),
  Open: RankTable,

  about: (game, table) => [teamsScore(game, table)],

  plate: plateOf,
  chip: ({ chip, n }) => ({ ...CHIPS[chip as Chip["chip"]], ...(chip === "place" ? PLACES[n as number] : {}) }),

  won: "named",
  beats: { ...general.beats, duel: "duel", shao_declared: "burn" },

  solid: (moment) => (boardOf(moment.table) ? solid(moment) : general.solid(moment)),
  second: (moment) => (boardOf(moment.table) ? second(moment) : null),
  question: questionOf,
  talk: talkOf,
  stage(table) {
    const board = boardOf(table);
    return { phase: board?.phase ?? "", asks: board?.asks?.what ?? "" };
  },

  holds,
  turn,
  loud: new Set(["duel", "shao_declared"]),

  word: (game, fact) => (fact.event === "passed" ? buttonWords(game, "pass") : general.word(game, fact)),

  outcome(game, table) {
    const result = resultOf(table);
    if (!result) return voided(table);
    return { headline: headlineOf(game, table, result), won: table.you !== null && result.points[table.you]! > 0, lastPlay: undefined };
  },
  evening(game, table) {
    const [first] = table.winners;
    if (first === undefined || !resultOf(table) || table.winners.length === table.seats.length) return "";
    return table.winners.includes(table.you ?? -1) ? t("gj_your_team_won_evening") : t("name_won_session", { name: teamName(game, table.teams[first]!, true) });
  },

  moves: {
    begins: new Set([...general.moves.begins, "laid_open", "wishes", "showed", "paid_tribute", "returned", "shao_declared"]),
    opens: new Set([...general.moves.opens, "lots", "named", "kaipai"]),
    marks: { ...general.moves.marks, duel: { name: "mark_duel", style: "begin" } },
    turns: false,
  },
};
