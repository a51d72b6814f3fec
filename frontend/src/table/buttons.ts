/** What the solid button and the one beside it say just now, and what they do. */
import type { ChoiceView, GameView, TableView } from "../protocol";
import { phrase, said, t } from "../words";
import { writtenPlay } from "../words/cards";
import { wordsOf } from "../words/game";
import { boardOf } from "./board";
import type { Choosing } from "./choosing.svelte";
import { gouJiOf } from "./gou_ji";
import { gouJiSecond, gouJiSolid } from "./gou_ji_buttons";
import { moneyOf } from "./money";
import { moneySecond, moneySolid } from "./money_buttons";

export interface Button {
  label: string;
  /** a second line: why it does nothing now */
  why: string;
  /** "" is a button that does nothing now */
  deed: "" | "lay" | "take_back" | "call" | "pass" | "ask";
  /** what it sends; of a button that asks, what is not legal, so that the table says why */
  sends?: { action: string; cards: string[] };
}

export interface Moment {
  game: GameView;
  table: TableView;
  choosing: Choosing;
  /** a command has been waiting for its answer for a while */
  late: boolean;
}

/** Is a seat asked, and not yet in? */
export function isAsked(table: TableView, seat: number | null): boolean {
  return seat !== null && (table.deal?.to_act.includes(seat) ?? false);
}

export function isLocked(table: TableView, seat: number | null): boolean {
  return seat !== null && (table.deal?.locked.includes(seat) ?? false);
}

/** Several seats answer the same question; nobody sees an answer before all are in. */
export function isTogether(table: TableView): boolean {
  const deal = table.deal;
  return deal !== null && deal.to_act.length + deal.locked.length > 1;
}

/** Does whoever is asked begin a trick? */
export function leads(table: TableView): boolean {
  const { phase } = boardOf(table);
  return phase ? phase === "leading" : table.deal?.owner === null;
}

/** Nothing that you hold can be played. */
export function onlyPass({ table, choosing }: Moment): boolean {
  return isAsked(table, table.you) && choosing.pass !== undefined && !choosing.hints.length;
}

export function waitingFor(table: TableView): string {
  const [first, ...others] = table.deal?.to_act ?? [];
  if (first === undefined || others.length) return t("waiting_others");
  const { name } = table.seats[first]!;
  return boardOf(table).phase ? t("waiting_seat", { name }) : t("waiting_for", { name });
}

/** What is asked of a seat that lays pieces, before it has chosen any. */
function pieceQuestion(table: TableView): string {
  const { led } = boardOf(table);
  return leads(table) || !led ? t("choose_pieces_lead") : t("choose_n_pieces", { n: led.count });
}

/** `Lead pair 炮炮`, `Lock in 兵`, `Play 5-5`. */
function deedWords({ game, table }: Moment, { kind, spells }: ChoiceView): string {
  const x = writtenPlay(spells);
  if (leads(table)) {
    const words = boardOf(table).phase ? wordsOf(game).kinds[kind] : undefined;
    return words ? t("lead_kind_x", { kind: said(words), x }) : t("lead_x", { x });
  }
  if (kind === "under") return t("put_under_x", { x });
  return isTogether(table) ? t("lock_in_x", { x }) : t("play_x", { x });
}

/** The call that the clock would make, and the other one. */
export function callsIn({ calls, usual }: Choosing): [yes: ChoiceView | undefined, no: ChoiceView | undefined] {
  const yes = calls.find(({ action }) => action === usual);
  return yes ? [yes, calls.find((call) => call !== yes)] : [calls[0], undefined];
}

function callWords({ game, table }: Moment, { kind }: ChoiceView): string {
  const own = boardOf(table).laid?.[table.you!]?.cards ?? [];
  return phrase(`call_${kind}`, { x: writtenPlay(own) }) ?? said(wordsOf(game).kinds[kind]!);
}

export function solidOf(moment: Moment): Button {
  if (moneyOf(moment.table)) return moneySolid(moment);
  if (gouJiOf(moment.table)) return gouJiSolid(moment);
  const { table, choosing, late } = moment;
  const off = (label: string, why = ""): Button => ({ label, why, deed: "" });
  const chosen = choosing.cards.length;
  if (late) return off(t("stored_wait"));
  if (table.deal?.over) return off(t("deal_over"));
  const asked = isAsked(table, table.you);
  const locked = isLocked(table, table.you);
  if (locked && !chosen) return { label: t("take_back"), why: "", deed: "take_back" };
  if (!asked && !locked) return off(waitingFor(table), chosen ? t("n_chosen", { n: chosen }) : "");
  const [target] = choosing.targets.values();
  if (target) return off(t(target.kind === "turn" ? "choose_stack_turn" : "choose_stack_take"));
  const [yes] = callsIn(choosing);
  if (yes) return { label: callWords(moment, yes), why: "", deed: "call" };
  if (!chosen) {
    if (onlyPass(moment)) return { label: t("nothing_follows"), why: "", deed: "" };
    return off(boardOf(table).phase ? pieceQuestion(table) : t(leads(table) ? "choose_cards_lead" : "choose_cards"));
  }
  const x = writtenPlay(choosing.cards.map(({ kind }) => kind));
  if (choosing.reading) return { label: deedWords(moment, choosing.reading), why: "", deed: "lay" };
  return choosing.asks ? off(x, t("looking_up")) : { label: t("not_a_play", { x }), why: t("why_not"), deed: "ask" };
}

/** The button beside the solid one: the pass, or the no to a question; null where there is nothing of the kind. */
export function secondOf(moment: Moment): (Button & { solid: boolean }) | null {
  if (moneyOf(moment.table)) return moneySecond(moment);
  if (gouJiOf(moment.table)) return gouJiSecond(moment);
  const { table, choosing } = moment;
  const [, no] = callsIn(choosing);
  if (no) return { label: callWords(moment, no), why: "", deed: "call", solid: false };
  if (boardOf(table).phase) return null;
  const asked = isAsked(table, table.you);
  const why = !asked ? t("not_your_turn") : choosing.pass ? "" : t("must_lead");
  return { label: t("pass"), why, deed: why ? "" : "pass", solid: onlyPass(moment) && !choosing.cards.length };
}
