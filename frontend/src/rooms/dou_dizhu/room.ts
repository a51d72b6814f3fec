/** Dou Dizhu 斗地主: a landlord and two peasants, calls for the role, plays with wings, a stake that doubles. */
import type { TableView } from "../../protocol";
import { general } from "../general/room";
import { isPlay, kindOf } from "../../table/facts";
import { boardIn, type ChipLook, type Room } from "../room";
import Account from "./Account.svelte";
import { accountOf } from "./account";
import { answered, questionOf, turn, wordOf } from "./asking";
import type { Board, Chip } from "./board";
import { face } from "./face";
import { outcomeOf } from "./outcome";
import { second, solid } from "./buttons";
import Cloth from "./Cloth.svelte";
import Laid from "./Laid.svelte";
import { plateOf } from "./plates";

const ON_THE_CLOTH: ChipLook = { elsewhere: true };
const CHIPS: Record<Chip["chip"], ChipLook> = {
  landlord: { style: "seal" },
  peasant: ON_THE_CLOTH, // a round face
  first: { minor: true },
  doubled: { style: "act" },
  shown: ON_THE_CLOTH,
  owner: ON_THE_CLOTH,
  left: { style: "seal", icon: "warn" },
  winner: { style: "good", icon: "check" },
  no: ON_THE_CLOTH,
  call: ON_THE_CLOTH,
  grab: ON_THE_CLOTH,
  bid_1: ON_THE_CLOTH,
  bid_2: ON_THE_CLOTH,
  bid_3: ON_THE_CLOTH,
};

const phaseOf = (table: TableView) => boardIn<Board>(table)?.phase ?? "";

export const room: Room = {
  ...general,
  ...face,

  Cloth,
  Laid,
  account: (table) => (accountOf(table) ? Account : null),
  talks: false,

  plate: plateOf,
  chip: ({ chip }) => CHIPS[chip as Chip["chip"]],

  solid,
  second,
  question: questionOf,
  talk: () => [],
  stage: (table) => ({ phase: phaseOf(table), asks: "" }),

  turn,
  dearer: (table) => boardIn<Board>(table)?.multiplier ?? 1,
  winners: (table) => accountOf(table)?.winners ?? null,
  word: wordOf,

  outcome: outcomeOf,

  moves: {
    begins: new Set([...general.moves.begins, ...answered, "voided"]),
    opens: general.moves.opens,
    marks: { ...general.moves.marks, became_landlord: { name: "landlord", style: "begin" } },
    turns: true,
  },
  label: (game, fact) => (isPlay(fact) ? kindOf(fact, game) : general.label(game, fact)),
};
