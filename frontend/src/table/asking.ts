/** Questions of Gou Ji that are answered beside the hand: what is asked and what is at stake are the game's words, what may be said its list. */
import type { ChoiceView, GameView, TableView } from "../protocol";
import { listed, said, say, t, type Values } from "../words";
import { writtenPlay } from "../words/cards";
import { wordsOf } from "../words/game";
import type { Choosing } from "./choosing.svelte";
import { gouJiOf, isMate, isTalk, rangFrom, SEATS, valueOf, verbOf, WILD, type GouJiBoard } from "./gou_ji";

export interface Reply {
  action: string;
  label: string;
  /** what the clock would say: the solid one */
  main: boolean;
  /** what P says */
  no: boolean;
  /** what cannot be taken back and may cost much: it wants to be held */
  risk: boolean;
  /** one of many */
  small: boolean;
  /** faces that it takes */
  cards: string[];
}

export interface Question {
  head: string;
  why: string;
  /** said in bold: what one would hold then, or what is still to be chosen */
  cost: string;
  section: string;
  replies: Reply[];
  /** it wants cards to be chosen, which are not yet */
  wants: boolean;
}

interface Asked {
  game: GameView;
  table: TableView;
  board: GouJiBoard;
  choosing: Choosing;
  you: number;
}

interface Told {
  head: string;
  why: string;
  replies: Reply[];
  cost?: string;
  wants?: boolean;
}

const nameIn = ({ table }: Asked, seat: number | null | undefined, own = t("you")) => (seat === null || seat === undefined ? "" : seat === table.you ? own : table.seats[seat]!.name);
const within = (asked: Asked, seat: number | null | undefined) => nameIn(asked, seat, t("you_within"));

const reply = (action: string, label: string, more: Partial<Reply> = {}): Reply => ({
  action, label, main: false, no: false, risk: false, small: false, cards: [], ...more,
});
const main = (action: string, label: string) => reply(action, label, { main: true, no: true });
const risk = (action: string, label: string, cards: string[] = []) => reply(action, label, { risk: true, cards });

const ways = ({ choosing }: Asked, verb: string): ChoiceView[] => choosing.choices.filter(({ action }) => verbOf(action) === verb);
const may = (asked: Asked, verb: string) => ways(asked, verb).length > 0;

const head = ({ game }: Asked, key: string, values: Values = {}) => say(wordsOf(game).board[key]!, values);
const help = ({ game }: Asked, ...keys: string[]) => keys.map((key) => said(wordsOf(game).help![key]!)).join(t("between_sentences"));

/** A question that goes to everybody who might have such a hand: who has not can only say no. */
function windowOf(asked: Asked, phase: string, able: boolean, cannot: string): Pick<Told, "head" | "why"> {
  return { head: head(asked, phase), why: able ? help(asked, phase) : help(asked, "sealed", cannot) };
}

const ASKING: Partial<Record<GouJiBoard["phase"], (asked: Asked) => Told>> = {
  naming: (asked) => ({
    head: head(asked, "naming"),
    why: help(asked, "naming"),
    replies: ways(asked, "taker").map(({ action }) => {
      const own = Number(valueOf(action)) === asked.you;
      return reply(action, nameIn(asked, Number(valueOf(action))), { main: own, no: own, small: !own });
    }),
  }),
  showing: (asked) => {
    const able = may(asked, "show");
    return {
      ...windowOf(asked, "showing", able, "cannot_show"),
      replies: [main("keep", t(able ? "gj_keep" : "gj_keep_not")), ...(able ? [reply("show", t("gj_show"))] : [])],
    };
  },
  revolution: (asked) => {
    const able = may(asked, "revolt");
    return {
      ...windowOf(asked, "revolution", able, "cannot_revolt"),
      replies: [main("play_on", t("gj_play_on")), ...(able ? [risk("revolt", t("gj_revolt"))] : [])],
    };
  },
  pleading: (asked) => ({
    head: head(asked, "plea_asked", { name: nameIn(asked, asked.board.wish) }),
    why: help(asked, "pleading"),
    replies: [main("silent", t("gj_silent")), reply("plead", t("gj_plead"))],
  }),
  confirming: (asked) => ({
    head: head(asked, "confirming"),
    why: help(asked, "confirming"),
    cost: t("gj_pleads", { names: listed(asked.board.pleas.map((seat) => nameIn(asked, seat))) }),
    replies: [main("withdraw", t("gj_withdraw")), risk("revolt", t("gj_revolt"))],
  }),
  swapping: (asked) => ({
    head: head(asked, "swapping"),
    why: help(asked, "swapping"),
    replies: [main("stay", t("gj_stay")), reply("swap", t("gj_swap"))],
  }),
  liberating: (asked) => {
    const able = may(asked, "refuse");
    return {
      ...windowOf(asked, "liberating", able, "cannot_refuse"),
      replies: [main("pay", t("gj_pay")), ...(able ? [reply("refuse", t("gj_refuse"))] : [])],
    };
  },
  waiving: (asked) => {
    const owed = asked.board.tributes.find(({ from, to, state }) => state === "owed" && isMate(from, to) && [from, to].includes(asked.you));
    return {
      head: owed && owed.from !== asked.you ? head(asked, "waive_with", { from: nameIn(asked, owed.from), to: within(asked, owed.to), n: owed.n }) : head(asked, "waiving"),
      why: help(asked, "waiving"),
      replies: [main("insist", t("gj_insist")), reply("waive", t("gj_waive"))],
    };
  },
  returning: (asked) => {
    const tribute = asked.board.tributes.find(({ to }) => to === asked.you);
    return {
      head: head(asked, "return_n", { n: tribute?.n ?? 1, name: nameIn(asked, tribute?.from) }),
      why: help(asked, "returning"),
      cost: tribute?.given ? head(asked, "tribute_given", { x: writtenPlay(tribute.given) }) : "",
      replies: [],
    };
  },
  window: breakingIn,
  ordering: (asked) => {
    const votes = ways(asked, "first");
    if (votes.length) {
      const nearest = nearestOf(asked, votes.map(({ action }) => Number(valueOf(action))));
      const replies = votes.map(({ action }) => {
        const seat = Number(valueOf(action));
        return reply(action, nameIn(asked, seat), { main: seat === nearest, no: seat === nearest });
      });
      return { head: head(asked, "voting"), why: help(asked, "voting"), replies };
    }
    return { head: head(asked, "ordering"), why: help(asked, "ordering"), replies: [reply("take", t("gj_take"), { main: true }), reply("leave", t("gj_leave"), { no: true })] };
  },
  holding: (asked) => ({
    head: head(asked, "rang_asked", { name: nameIn(asked, asked.board.asker) }),
    why: help(asked, "holding"),
    replies: [main("disagree", t("gj_disagree")), reply("agree", t("gj_agree"))],
  }),
  telling: (asked) => {
    const held = asked.choosing.held.length;
    const answers = ways(asked, "say");
    const truth = answers.find(({ action }) => Number(valueOf(action)) === held) ?? answers.find(({ action }) => valueOf(action) === "more");
    return {
      head: head(asked, "count_asked", { name: nameIn(asked, asked.board.asker) }),
      why: help(asked, "telling"),
      cost: head(asked, "held", { n: held }),
      replies: answers.map((answer) => {
        const value = valueOf(answer.action);
        const label = value === "more" ? t("gj_say_more") : answer === truth ? t("gj_say", { n: value }) : value;
        return reply(answer.action, label, { main: answer === truth, no: answer === truth, small: answer !== truth });
      }),
    };
  },
  correcting: (asked) => ({
    head: head(asked, "correcting"),
    why: help(asked, "correcting"),
    cost: asked.board.tried ? say(wordsOf(asked.game).events.misplayed_own!, { pieces: writtenPlay(asked.board.tried) }) : "",
    replies: [],
  }),
};

/** §14.8  Of those who may go first the one nearest to the right of who acted last: whom the table takes where they do not agree. */
function nearestOf({ table }: Asked, seats: readonly number[]): number {
  const last = table.deal!.log.findLast(({ event }) => event === "laid" || event === "passed")?.seat as number | undefined;
  const steps = (seat: number) => (seat - (last ?? 0) - 1 + SEATS) % SEATS;
  return [...seats].sort((a, b) => steps(a) - steps(b))[0]!;
}

/** §9.1  Shao Pai, offered to whoever has something to break in with; others of whom it is asked can only leave it. */
function breakingIn(asked: Asked): Told {
  const { board, choosing, table } = asked;
  if (!may(asked, "shao")) {
    return { ...windowOf(asked, "window", false, "cannot_shao"), replies: [main("no_shao", t("gj_no_shao_not"))] };
  }
  const chosen = choosing.reading && verbOf(choosing.reading.action) === "shao" ? choosing.reading : undefined;
  const x = chosen ? writtenPlay(chosen.needs) : "";
  const left = choosing.held.filter(({ key }) => !choosing.has(key)).map(({ kind }) => kind);
  const rest = {
    ranks: new Set(left.filter((rank) => !WILD.has(rank))).size,
    jokers: left.filter((rank) => rank === "B" || rank === "R").length,
  };
  return {
    head: chosen ? head(asked, "shao_with", { x }) : head(asked, "window"),
    why: help(asked, table.rules.shao_validation === "strict" ? "window_strict" : "window"),
    cost: !chosen ? t("gj_window_choose") : left.length ? t("gj_window_rest", { x, ...rest }) : say(wordsOf(asked.game).help!.shao_alone!, { x }),
    replies: [
      main("no_shao", t("gj_no_shao", { name: within(asked, board.duel?.defender) })),
      risk(chosen?.action ?? "", t("gj_shao_hold"), chosen ? choosing.faces : []),
    ],
    wants: !chosen,
  };
}

const SECTIONS: Partial<Record<GouJiBoard["phase"], string>> = {
  naming: "2.3", showing: "3.2", revolution: "4.1", pleading: "4.3", confirming: "4.3", swapping: "5.1", liberating: "5.3", waiving: "5.4",
  returning: "5.6", window: "9.1", ordering: "10.4", holding: "11.1", telling: "14.20", correcting: "14.19",
};

/** What this chair is asked just now beside the play of cards; null when it is asked nothing of the kind. */
export function questionOf(game: GameView, table: TableView, choosing: Choosing): Question | null {
  const board = gouJiOf(table);
  const { you } = table;
  if (!board || you === null || !table.deal!.to_act.includes(you)) return null;
  const ask = ASKING[board.phase];
  return ask ? { cost: "", wants: false, section: SECTIONS[board.phase]!, ...ask({ game, table, board, choosing, you }) } : null;
}

/** What whoever acts is to do with cards: `Beat it, or pass.` */
export function taskOf(game: GameView, table: TableView): string {
  const board = gouJiOf(table)!;
  const { phase, mode, asker } = board;
  let key: string = phase;
  if (phase === "leading" && mode === "run") key = "running";
  else if (phase === "following" && mode === "duel") key = "answering_duel";
  else if (phase === "following" && mode !== "normal") key = "answering_shao";
  else if (phase === "following" && asker !== null && asker !== table.you) key = "answering_wind";
  return say(wordsOf(game).board[key]!, { name: asker === null ? "" : table.seats[asker]!.name });
}

/** What may be said out of turn or beside one's turn, each with its words. */
export interface Talk {
  action: string;
  label: string;
  why: string;
  /** lays something open for good: asked twice */
  twice: string;
}

export function talkOf(game: GameView, table: TableView, choosing: Choosing): Talk[] {
  const { you } = table;
  if (!gouJiOf(table) || you === null) return [];
  const nameOf = (seat: number) => table.seats[seat]!.name;
  const why = (key: string) => said(wordsOf(game).help![key]!);
  const one = (action: string, label: string, told: string, twice = ""): Talk => ({ action, label, why: told, twice });
  return choosing.choices
    .filter(({ action }) => isTalk(action))
    .map(({ action }) => {
      const verb = verbOf(action);
      if (verb === "count") return one(action, t("gj_count_of", { name: nameOf(Number(valueOf(action))) }), "");
      if (verb === "rang") return one(action, t("gj_rang"), t("gj_rang_q", { name: nameOf(rangFrom(you)) }));
      if (verb === "ask_wind") return one(action, t("gj_ask_wind"), t("gj_wind_why"));
      if (verb === "show_hand") return one(action, t("gj_show_hand"), why("show_hand"), t("gj_show_again"));
      return one(action, t("gj_expose"), why("expose"), t("gj_expose_again"));
    });
}

/** Talk that cannot wait: the moment for it passes with the next play. */
export function offerOf(talk: readonly Talk[]): Talk | undefined {
  return talk.find(({ action }) => action === "rang" || action === "ask_wind");
}
