/** Any game, from its choices, hand, seats, plays and words alone; what other rooms do not say otherwise. */
import OpenHands from "../../replay/OpenHands.svelte";
import { settings } from "../../settings.svelte";
import { kindOf } from "../../table/facts";
import { beatSentence, lastOf } from "../../table/sentences";
import { arranged, nextSorting } from "../../table/sorting";
import { phrase, say, t } from "../../words";
import { buttonWords, wordsOf } from "../../words/game";
import { signedPoints } from "../../words/points";
import type { Room } from "../room";
import * as buttons from "./buttons";
import Cloth from "./Cloth.svelte";
import { face } from "./face";
import Hand from "./Hand.svelte";
import Laid from "./Laid.svelte";
import { outcomeOf } from "./outcome";

export const general: Room = {
  ...face,

  Cloth,
  dense: false,
  Hand,
  Laid,
  instead: () => null,
  Extra: null,
  LastTrick: null,
  advice: () => null,
  account: () => null,
  Open: OpenHands,

  frame: () => [],
  about: (game, table) => (table.you === null ? [] : [t("you_points", { points: signedPoints(table.seats[table.you]!.score, game.unit) })]),
  wordy: false,
  talks: true,

  plate: () => null,
  chip: () => ({}),
  captured: () => null,
  sharing: () => false,

  won: "owner",
  trick: () => null,
  decided: () => null,
  taken: () => [],
  beats: { went_out: "out" },
  seal: "",

  solid: (moment) => buttons.solidOf(moment),
  second: (moment) => (moment.choosing.pass ? buttons.passOf(moment) : null),
  question: buttons.general.question,
  talk: buttons.talkIn,
  waiting: buttons.general.waiting,
  stage: () => ({ phase: "", asks: "" }),

  arranged: (hand) => arranged(hand, settings.sorting),
  sort() {
    settings.sorting = nextSorting(settings.sorting);
    return phrase(`sort_${settings.sorting}`)!;
  },
  names: true,
  holding: () => "cards",
  keys: () => "cards",

  holds(game, table, seat) {
    const { cards } = table.seats[seat]!;
    return [cards === null ? "" : t("n_cards", { n: cards }), lastOf(this, game, table, seat)];
  },
  turn: beatSentence,
  loud: new Set(),
  dearer: () => 1,
  winners: ({ deal }) => (deal?.result?.winners as number[] | undefined) ?? null,

  quiet: () => false,
  joins: true,
  word(game, fact) {
    if (fact.event === "passed") return t("pass");
    const action = String(fact.action); // an answer that is no play: its kind, where the game names it
    return kindOf(fact, game) || (wordsOf(game).kinds[action] ? buttonWords(game, action) : action);
  },

  outcome: outcomeOf,
  evening: () => "",
  stakes: () => null,

  moves: {
    begins: new Set(["laid", "passed", "cleared", "scored"]),
    opens: new Set(["dealt"]),
    marks: { went_out: { name: "mark_out", style: "out" } },
    turns: true,
  },
  piles: () => ({}),
  label(game, fact) {
    if (fact.kind === null) return t("counts_not");
    const { face_down } = wordsOf(game).board;
    return kindOf(fact, game) || (fact.down && face_down ? say(face_down, { n: fact.count as number }) : "");
  },
};
