/** The solid button and the one beside it, and who is asked. */
import type { ChoiceView, GameView, TableView, Wishes } from "../protocol";
import { t } from "../words";
import type { Choosing } from "./choosing.svelte";

export interface Button {
  label: string;
  /** a second line: why it does nothing now */
  why: string;
  /** "" is a button that does nothing now; "wish" is one that is pressed and released */
  deed: "" | "lay" | "take_back" | "call" | "pass" | "ask" | "wish";
  pressed?: boolean;
  /** what it sends; of a button that asks, what is not legal, so that the table says why */
  sends?: { action: string; cards: string[] };
}

/** `solid`: nothing but this is left. */
export type Second = Button & { solid: boolean };

export interface Moment {
  game: GameView;
  table: TableView;
  choosing: Choosing;
  /** a command has been waiting for its answer for a while */
  late: boolean;
  /** what the table is to do by itself */
  wishes?: Wishes | null;
}

/** A button that does nothing now. */
export const off = (label: string, why = ""): Button => ({ label, why, deed: "" });

/** A button that says what takes no card. */
export const calling = (label: string, action: string): Button => ({ label, why: "", deed: "call", sends: { action, cards: [] } });

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

/** The one seat that all wait for; undefined where there are none or several. */
export function awaited(table: TableView): number | undefined {
  const [first, ...others] = table.deal?.to_act ?? [];
  return others.length ? undefined : first;
}

/** Nothing that you hold can be played. */
export function onlyPass({ table, choosing }: Pick<Moment, "table" | "choosing">): boolean {
  return isAsked(table, table.you) && choosing.pass !== undefined && !choosing.hints.length;
}

/** While another play is to be beaten and it is not one's turn yet: the pass, chosen beforehand.  Offered whatever one holds. */
export function passBeforehand({ table, wishes }: Moment): Second | null {
  const { you, deal } = table;
  if (you === null || !deal?.to_act.length || deal.owner === null || deal.owner === you) return null;
  if (isAsked(table, you) || isLocked(table, you) || !deal.hand.length || table.seats[you]!.autopilot) return null;
  const pressed = Boolean(wishes?.beforehand);
  return { label: t("pass_on_turn"), why: "", deed: "wish", pressed, sends: { action: "pass", cards: [] }, solid: false };
}

/** The call that the clock would make, and the other one. */
export function callsIn({ calls, usual }: Choosing): [yes: ChoiceView | undefined, no: ChoiceView | undefined] {
  const yes = calls.find(({ action }) => action === usual);
  return yes ? [yes, calls.find((call) => call !== yes)] : [calls[0], undefined];
}
