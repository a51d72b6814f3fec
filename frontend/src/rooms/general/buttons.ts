/** The two buttons of games in which cards are chosen and laid, and the calls of any game. */
import type { ChoiceView, TableView } from "../../protocol";
import { replyTo, type Question, type Talk } from "../../table/asking";
import { awaited, isAsked, isLocked, isTogether, off, onlyPass, passBeforehand, type Button, type Moment, type Second } from "../../table/buttons";
import { said, t } from "../../words";
import { writtenPlay } from "../../words/cards";
import { wordsOf } from "../../words/game";

/** What a room says in its own way on the solid button. */
export interface Says {
  question(moment: Moment): Question | null;
  waiting(table: TableView): string;
  /** what takes no card, where that is a matter of the buttons */
  call(moment: Moment): Button | null;
  /** nothing is chosen yet */
  choose(table: TableView): string;
  /** what is chosen, as it would be laid */
  lay(moment: Moment, reading: ChoiceView): string;
}

/** Does whoever is asked begin a trick? */
export const leads = (table: TableView): boolean => table.deal?.owner === null;

/** `Lock in 5`, `Play 5-5`: what is chosen, as it would be laid on something. */
export function layWords(table: TableView, { spells }: ChoiceView): string {
  const x = writtenPlay(spells);
  return isTogether(table) ? t("lock_in_x", { x }) : t("play_x", { x });
}

export const general: Says = {
  question: questionIn,
  waiting: (table) => waitingFor(table, "waiting_seat"),
  call: () => null,
  choose: (table) => t(leads(table) ? "choose_cards_lead" : "choose_cards"),
  lay: ({ table }, reading) => (leads(table) ? t("lead_x", { x: writtenPlay(reading.spells) }) : layWords(table, reading)),
};

export function waitingFor(table: TableView, words: "waiting_seat" | "waiting_for"): string {
  const seat = awaited(table);
  return seat === undefined ? t("waiting_others") : t(words, { name: table.seats[seat]!.name });
}

/** Why a hint chose these cards: how many plays there are, and which of them it is from the cheapest on. */
export function hintWords({ hinted, hints }: Moment["choosing"]): string {
  if (!hinted || hints.length < 2) return "";
  return t(hinted === 1 ? "hint_cheapest" : "hint_nth", { n: hinted, of: hints.length });
}

export function solidOf(moment: Moment, says: Says = general): Button {
  const { table, choosing, late } = moment;
  const chosen = choosing.cards.length;
  if (late) return off(t("stored_wait"));
  if (table.deal?.over) return off(t("deal_over"));
  const asked = isAsked(table, table.you);
  const locked = isLocked(table, table.you);
  if (locked && !chosen) return { label: t("take_back"), why: "", deed: "take_back" };
  if (!asked && !locked) return off(says.waiting(table), chosen ? t("n_chosen", { n: chosen }) : "");
  if (says.question(moment)) return off(t("answer_first"));
  const call = says.call(moment);
  if (call) return call;
  if (!chosen) return off(onlyPass(moment) ? t("nothing_follows") : says.choose(table));
  const x = writtenPlay(choosing.cards.map(({ kind }) => kind));
  if (choosing.reading) return { label: says.lay(moment, choosing.reading), why: hintWords(choosing), deed: "lay" };
  return choosing.asks ? off(x, t("looking_up")) : { label: t("not_a_play", { x }), why: t("why_not"), deed: "ask" };
}

/** The pass; it stays where it is, and says why it is none. */
export function passOf(moment: Moment): Second {
  const { table, choosing } = moment;
  const beforehand = passBeforehand(moment);
  if (beforehand) return beforehand;
  const why = !isAsked(table, table.you) ? t("not_your_turn") : choosing.pass ? "" : t("must_lead");
  const button: Button = why ? off(t("pass"), why) : { label: t("pass"), why, deed: "pass", sends: { action: choosing.pass!.action, cards: [] } };
  return { ...button, solid: onlyPass(moment) && !choosing.cards.length };
}

const wordsFor = ({ game }: Moment, { kind, action }: ChoiceView) => (wordsOf(game).kinds[kind] ? said(wordsOf(game).kinds[kind]!) : action);

/** Where nothing can be laid, all that may be said is the question. */
function questionIn(moment: Moment): Question | null {
  const { table, choosing } = moment;
  if (!isAsked(table, table.you) || choosing.hints.length || !choosing.calls.length) return null;
  const replies = choosing.calls.map((call) => replyTo(table, call, wordsFor(moment, call)));
  return { head: t("your_turn"), why: "", cost: "", section: "", replies, wants: false };
}

/** What may be said unasked, or instead of laying something. */
export function talkIn(moment: Moment): Talk[] {
  if (moment.table.you === null || questionIn(moment)) return [];
  return moment.choosing.calls.map((call) => ({ action: call.action, label: wordsFor(moment, call), why: "", twice: "", now: false }));
}
