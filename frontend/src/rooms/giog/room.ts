/** The Giog 爵 family: pieces of Chinese chess that answer a lead and are captured. */
import type { GameView, TableView } from "../../protocol";
import { settings } from "../../settings.svelte";
import type { Choosing } from "../../table/choosing.svelte";
import { arranged, nextSorting } from "../../table/sorting";
import { phrase, said, say, t } from "../../words";
import { wordsOf, type Fact } from "../../words/game";
import { sharedHeadline, voided } from "../general/outcome";
import { general } from "../general/room";
import type { ChipLook, Outcome, Room } from "../room";
import { piecesAccountOf } from "./account";
import type { Chip } from "./board";
import { questionOf, second, solid } from "./buttons";
import Cloth from "./Cloth.svelte";
import { face } from "./face";
import LastTrick from "./LastTrick.svelte";
import Known from "./Known.svelte";
import { holds, turn } from "./sentences";
import Shares from "./Shares.svelte";
import Sign from "./Sign.svelte";
import { boardOf, decidedTrick, takenIn, trickOf } from "./tricks";

const CHIPS: Record<Chip["chip"], ChipLook> = { priority: {}, led: { next: true }, beheaded: {}, known: { minor: true } };

function outcomeOf(game: GameView, table: TableView): Outcome {
  const account = piecesAccountOf(table);
  if (!account) return voided(table);
  const { winners, points } = account;
  return { headline: sharedHeadline(game, table, winners, points), won: winners.includes(table.you ?? -1), lastPlay: undefined };
}

function labelOf(game: GameView, fact: Fact): string {
  const { board } = wordsOf(game);
  if (fact.stack !== undefined) return say(board.stack!, { n: fact.stack as number });
  if (fact.event === "thrown_in") return said(board.thrown_in!);
  return fact.under ? said(board.under!) : general.label(game, fact);
}

export const room: Room = {
  ...general,
  ...face,

  Cloth,
  Extra: Known,
  Sign,
  LastTrick,
  account: (table) => (piecesAccountOf(table) ? Shares : null),

  frame(table) {
    const board = boardOf(table);
    return board ? (board.stacks ? ["noted", "captures", "spread"] : ["noted", "captures"]) : [];
  },
  about(game, table) {
    const held = table.deal!.hand.length;
    return [...general.about(game, table), ...(held ? [t("n_left_each", { n: held })] : [])];
  },
  talks: false,

  chip: ({ chip }) => CHIPS[chip as Chip["chip"]],
  captured: (table) => boardOf(table)?.captured ?? null,
  sharing: (table) => Boolean(boardOf(table)?.stacks),

  trick: trickOf,
  decided: decidedTrick,
  taken: takenIn,

  solid,
  second,
  question: questionOf,
  talk: () => [],
  stage: (table) => ({ phase: boardOf(table)?.phase ?? "", asks: "" }),

  arranged: (hand) => arranged(hand, settings.pieceSorting),
  sort() {
    settings.pieceSorting = nextSorting(settings.pieceSorting);
    return phrase(`sort_${settings.pieceSorting}`)!;
  },
  holding: (choosing: Choosing) => (choosing.targets.size ? "stacks" : choosing.pieces && !choosing.calls.length ? "pieces" : "cards"),
  keys: (choosing) => (choosing.pieces ? "pieces" : "cards"),

  holds,
  turn,

  quiet: (fact) => fact.event === "laid" && Boolean(fact.down) && !fact.lead,

  outcome: outcomeOf,

  moves: {
    begins: new Set([...general.moves.begins, "turned", "took", "revealed", "exposed", "thrown_in"]),
    opens: new Set([...general.moves.opens, "stacked", "lots", "named"]),
    marks: { beheaded: { name: "mark_beheaded", style: "out" } },
    turns: true,
  },
  piles: ({ captured, pot }) => ({ captured: captured as number[], pot: pot as number }),
  label: labelOf,
};
