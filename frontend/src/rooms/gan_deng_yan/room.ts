/** Gan Deng Yan 干瞪眼: cards laid to be beaten, a talon, payments that multiply. */
import type { GameView, TableView } from "../../protocol";
import { t } from "../../words";
import { signedPoints } from "../../words/points";
import { general as plain, passOf, solidOf, waitingFor } from "../general/buttons";
import { lastPlayOf, nameOf, voided } from "../general/outcome";
import { general } from "../general/room";
import { boardIn, type ChipLook, type Outcome, type Room } from "../room";
import Account from "./Account.svelte";
import type { Board, Chip } from "./board";
import Cloth from "./Cloth.svelte";
import { face } from "./face";
import { accountOf, stakesOf } from "./payments";

const CHIPS: Record<Chip["chip"], ChipLook> = {
  dealer: {},
  stake: { minor: true },
  winner: { style: "good", icon: "check" },
  empty: {},
  left: { style: "seal", icon: "warn" },
  owner: { elsewhere: true },
  sits_out: {},
};

function outcomeOf(_: GameView, table: TableView): Outcome {
  const account = accountOf(table);
  const winner = account?.winner ?? null;
  if (winner === null) return voided(table);
  return { headline: headlineOf(table, winner, account!.points), won: winner === table.you, lastPlay: lastPlayOf(table) };
}

function headlineOf(table: TableView, winner: number, points: readonly number[]): string {
  if (winner === table.you) return t("you_win", { points: signedPoints(points[winner]!) });
  const name = nameOf(table, winner);
  const own = table.you === null ? 0 : points[table.you]!;
  return own < 0 ? t("you_lose", { name, points: -own }) : t("name_wins", { name, points: signedPoints(points[winner]!) });
}

const waiting = (table: TableView) => waitingFor(table, "waiting_for");

export const room: Room = {
  ...general,
  ...face,
  Cloth,
  account: (table) => (accountOf(table)?.payments?.length ? Account : null),
  talks: false,
  chip: ({ chip }) => CHIPS[chip as Chip["chip"]],
  solid: (moment) => solidOf(moment, { ...plain, question: () => null, waiting }),
  second: passOf,
  question: () => null,
  talk: () => [],
  waiting,
  seal: "炸",
  dearer: (table) => boardIn<Board>(table)?.public ?? 1,
  outcome: outcomeOf,
  stakes: stakesOf,
  moves: { ...general.moves, begins: new Set([...general.moves.begins, "voided"]) },
  piles: ({ talon }) => ({ talon: talon as number }),
};
