/** Luk Fu 六虎: money cards, rounds that are beaten or surrendered to, and what a hand knows of itself. */
import type { TableView } from "../../protocol";
import { settings } from "../../settings.svelte";
import { phrase, said, t } from "../../words";
import { wordsOf } from "../../words/game";
import { signedPoints } from "../../words/points";
import { nameOf, voided } from "../general/outcome";
import { general } from "../general/room";
import type { ChipLook, Room } from "../room";
import Advice from "./Advice.svelte";
import type { Chip } from "./board";
import { second, solid } from "./buttons";
import Cloth from "./Cloth.svelte";
import Dreaming from "./Dreaming.svelte";
import { face } from "./face";
import FaceUp from "./FaceUp.svelte";
import Hand from "./Hand.svelte";
import { boardOf, isDreaming, settledOf, type Settled } from "./rounds";
import { holds, turn } from "./sentences";
import Settlement from "./Settlement.svelte";
import Sign from "./Sign.svelte";
import { arrangedMoney } from "./sorting";

const CHIPS: Record<Chip["chip"], ChipLook> = {
  dreamer: { seat: "aside" },
  dealer: {},
  player_2: { minor: true },
  player_3: { minor: true },
  called: { style: "act" },
  privileged: { style: "act" },
  declined: {},
  tricks: { style: "good" },
};

function headlineOf(table: TableView, winner: number, { n, points }: Settled): string {
  if (winner === table.you) return t("money_won", { n, points: signedPoints(points[winner]!) });
  const [name, own] = [nameOf(table, winner), table.you === null ? 0 : points[table.you]!];
  if (own > 0) return t("money_dream_pays", { name, n, points: signedPoints(own) });
  return own < 0 ? t("money_you_pay", { name, n, points: -own }) : t("money_name_won", { name, n });
}

export const room: Room = {
  ...general,
  ...face,

  Cloth,
  Hand,
  instead: (table) => (isDreaming(table) ? Dreaming : null),
  Extra: FaceUp,
  Sign,
  advice: (table) => (boardOf(table)?.marks ? Advice : null),
  account: (table) => (settledOf(table) ? Settlement : null),

  frame: (table) => (boardOf(table)?.marks ? ["noted", "knowing"] : []),
  wordy: true,
  talks: false,

  chip: ({ chip }) => CHIPS[chip as Chip["chip"]],

  won: "rounds",

  solid: (moment) => (boardOf(moment.table) ? solid(moment) : general.solid(moment)),
  second: (moment) => (boardOf(moment.table) ? second(moment) : null),
  question: () => null,
  talk: () => [],
  stage(table) {
    const board = boardOf(table);
    return { phase: board?.phase ?? "", asks: board?.asks?.what ?? "" };
  },

  arranged: (hand) => arrangedMoney(hand, settings.moneySorting),
  sort() {
    settings.moneySorting = settings.moneySorting === "suits" ? "numbers" : "suits";
    return phrase(`sort_${settings.moneySorting}`)!;
  },
  names: false, // to beat and to surrender have each a button of their own
  holding: () => "money",
  keys: () => "money",

  holds,
  turn,
  winners(table) {
    const settled = settledOf(table);
    return settled && (settled.winner === null ? [] : [settled.winner]);
  },

  joins: false, // each payment has a line

  outcome(game, table) {
    const settled = settledOf(table);
    if (!settled) return voided(table);
    const { winner, ending } = settled;
    const headline = winner === null ? said(wordsOf(game).payment[ending || "drawn"]!) : headlineOf(table, winner, settled);
    return { headline, won: winner !== null && winner === table.you, lastPlay: undefined };
  },

  moves: { ...general.moves, begins: new Set([...general.moves.begins, "called", "claimed", "declared"]) },
};
