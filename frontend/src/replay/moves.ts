/** A finished deal as a row of moves: what one stops at when stepping through it. */
import type { Replay, ReplayStep } from "../protocol";
import type { Mark, Moves } from "../rooms/room";
import { isDecision, shownBy } from "../table/facts";
import type { Fact } from "../words/game";

export interface Move {
  /** all open */
  facts: Fact[];
  /** the board after it */
  step: ReplayStep;
  trick: number;
  /** begins a trick */
  leads: boolean;
  /** goes on a play of another kind */
  turns: boolean;
  /** what stands on the line of time by it: somebody goes out, or loses what they captured */
  mark: Mark | null;
  /** what each seat did last, and how it lies */
  last: (Fact | null)[];
  /** whose play is to be beaten */
  owner: number | null;
}

/** A fact as the seat knows it whose doing it is: after a deal nothing is hidden. */
export function opened(fact: Fact): Fact {
  const eyes = fact.to_eyes as Record<string, Fact> | undefined;
  return { ...fact, ...eyes?.[String(fact.seat)] };
}

/** The moves of a deal, cut as a room cuts them. */
export function movesOf(replay: Replay, rules: Moves): Move[] {
  const moves: Move[] = [];
  let trick = 0;
  let lying = ""; // the kind on the table
  let owner: number | null = null;
  let last: (Fact | null)[] = replay.names.map(() => null);

  function lay(seat: number, fact: Fact) {
    last = last.map((before, other) => (other === seat ? { ...before, ...fact } : before));
  }

  /** Each decision lies on the table, but for what was only said; and what was laid or turned up without one. */
  const lies = (fact: Fact) => !fact.aside && (isDecision(fact) || ["laid", "passed", "exposed", "thrown_in"].includes(String(fact.event)));

  /** What a fact changes on the table. */
  function follow(fact: Fact): { leads: boolean; turns: boolean } {
    const seat = fact.seat as number;
    const isLaid = fact.event === "laid" && shownBy(fact).length > 0;
    const leads = isLaid && lying === "";
    const turns = isLaid && !leads && rules.turns && typeof fact.kind === "string" && fact.kind !== lying;
    if (leads || fact.event === "cleared") last = last.map(() => null);
    if (leads) trick += 1;
    if (fact.event === "revealed") {
      const plays = fact.plays as (Fact & { seat: number; best: boolean })[];
      for (const { best: _, ...play } of plays) lay(play.seat, { ...play, down: false });
      owner = plays.find(({ best }) => best)?.seat ?? null;
    } else if (lies(fact)) {
      lay(seat, isLaid ? { under: false, down: false, ...fact } : fact);
      if (fact.event === "exposed" || (isLaid && !fact.down && !fact.under)) owner = seat;
    }
    if (leads && fact.down) owner = null;
    if (isLaid) lying = String(fact.kind ?? lying);
    if (fact.event === "cleared") [lying, owner] = ["", null];
    return { leads, turns };
  }

  replay.facts.forEach((hidden, i) => {
    const fact = opened(hidden);
    const step = replay.steps[i]!;
    const event = String(fact.event);
    const before = moves.at(-1);
    const begins = before ? rules.begins.has(event) : rules.opens.has(event);
    if (!begins && !before) return;
    const { leads, turns } = follow(fact);
    if (begins) {
      moves.push({ facts: [fact], step, trick, leads, turns, mark: null, last, owner });
    } else Object.assign(before!, { facts: [...before!.facts, fact], step, mark: before!.mark ?? rules.marks[event] ?? null, last, owner });
  });
  return moves;
}

/** The decision that follows a move, counted from 1, and whose it is; null after the last. */
export function decisionAfter(replay: Replay, move: Move): { decision: number; seat: number } | null {
  const next = replay.facts.find((fact) => fact.seq === move.step.seq + 1);
  return typeof next?.seat === "number" ? { decision: move.step.seq, seat: next.seat } : null;
}

/** The place of the event that a link means: `#83` is the event that is shown as number 83, `#d12` that of decision 12; the nearest where there is none. */
export function moveAt(moves: readonly Move[], number: string): number {
  if (/^d\d+$/.test(number)) {
    const found = moves.findIndex(({ step }) => step.seq > Number(number.slice(1)));
    return found < 0 ? moves.length - 1 : found;
  }
  const place = /^\d+$/.test(number) ? Number(number) - 1 : 0;
  return Math.max(0, Math.min(place, moves.length - 1));
}
