/** Tricks that are laid face down, turned up, and won: what lies before each seat, and in which order it turns. */
import type { TableView } from "../../protocol";
import type { Fact } from "../../words/game";
import type { Lies, Trick } from "../../table/cloth";
import { boardIn } from "../room";
import type { Board } from "./board";

export const boardOf = (table: TableView): Board | null => boardIn<Board>(table);

/** The trick in progress; null where the game lays no pieces.  Answers that wait for the others lie face down for all but their owner. */
export function trickOf(table: TableView, facts: readonly Fact[] = []): Trick | null {
  const board = boardOf(table);
  if (!board || !table.deal) return null;
  const { laid, led, leader } = board;
  const { locked, answer, trick } = table.deal;
  const shown = laid.map((set, seat) => {
    if (set || !locked.includes(seat)) return set;
    const cards = seat === table.you && answer?.cards.length ? answer.cards : null;
    return { count: led?.count ?? 0, cards, kind: null, under: false, best: false };
  });
  const lies = lyingIn(table.deal.log, shown.length).map((how, seat) => how ?? (shown[seat] ? "sealed" : null));
  return { number: trick, leader, led, laid: shown, lies, turns: turnsIn(facts, shown.length), end: null };
}

/** The last trick that was decided, as it lay then, and what turned up in these facts; null before the first. */
export function decidedTrick(table: TableView, facts: readonly Fact[] = []): Trick | null {
  const end = endOf(table);
  const previous = boardOf(table)?.previous;
  if (!end || !previous) return null;
  const { trick, leader, led, laid } = previous;
  const log = table.deal!.log;
  const lies = lyingIn(log.slice(0, log.findLastIndex(({ event }) => event === "cleared")), laid.length);
  return { number: trick, leader, led, laid, lies, turns: turnsIn(facts, laid.length), end };
}

/** How the pieces of the last trick in a log lie. */
function lyingIn(log: readonly Fact[], seats: number): (Lies | null)[] {
  const lies = new Array<Lies | null>(seats).fill(null);
  for (const fact of log.slice(log.findLastIndex(({ event }) => event === "cleared") + 1)) {
    const seat = fact.seat as number;
    if (fact.event === "laid") lies[seat] = fact.under ? "under" : fact.down ? "down" : "up";
    else if (fact.event === "revealed") for (const play of fact.plays as { seat: number }[]) lies[play.seat] = "up";
    else if (fact.event === "exposed") lies[seat] = "up";
    else if (fact.event === "thrown_in") lies[seat] = "thrown";
  }
  return lies;
}

/** Which seats' pieces turn up in these facts: `revealed` ones together, `exposed` ones each after the one before. */
export function turnsIn(facts: readonly Fact[], seats: number): (number | null)[] {
  const turns = new Array<number | null>(seats).fill(null);
  let step = 0;
  for (const fact of facts) {
    if (fact.event === "revealed") {
      for (const { seat } of fact.plays as { seat: number }[]) turns[seat] = step;
      step++;
    } else if (fact.event === "exposed" || fact.event === "thrown_in") turns[fact.seat as number] = step++;
    else if (fact.event === "cleared") break;
  }
  return turns;
}

/** Stacks in the order in which these facts tell that they were taken, and by whom. */
export function takenIn(facts: readonly Fact[], table: TableView): { stack: number; seat: number }[] {
  return facts.flatMap((fact) => {
    if (fact.event !== "took") return [];
    const first = fact.seat as number;
    const taken = fact.taken as number[][] | undefined;
    if (!taken) return [{ stack: fact.stack as number, seat: first }];
    const order = boardOf(table)?.priority ?? taken.map((_, seat) => (first + seat) % taken.length);
    const rounds = Math.max(...taken.map((stacks) => stacks.length));
    return Array.from({ length: rounds }, (_, round) =>
      order.flatMap((seat) => (taken[seat]![round] === undefined ? [] : [{ stack: taken[seat]![round]!, seat }])),
    ).flat();
  });
}

/** How the last trick of this deal was decided. */
export function endOf(table: TableView): Fact | null {
  return (table.deal?.log as Fact[] | undefined)?.findLast(({ event }) => event === "cleared") ?? null;
}
