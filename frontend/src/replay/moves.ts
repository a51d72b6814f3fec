/** A finished deal as a row of moves: what one stops at when stepping through it. */
import type { Replay, ReplayStep } from "../protocol";
import { isDecision } from "../table/facts";
import type { Fact } from "../words/game";

export interface Move {
  /** what stands after the # of its link: the seq of its first fact; `12+`, `12++` for what followed from decision 12 */
  mark: string;
  /** all open */
  facts: Fact[];
  /** the board after it */
  step: ReplayStep;
  trick: number;
  /** begins a trick */
  leads: boolean;
  /** goes on a play of another kind */
  turns: boolean;
  /** somebody goes out, or loses what they captured */
  ends: "" | "out" | "beheaded" | "duel";
  /** what each seat did last, and how it lies */
  last: (Fact | null)[];
  /** whose play is to be beaten */
  owner: number | null;
}

/** Facts that begin a move of their own; the others belong to the move before them. */
const BEGINS = new Set([
  ...["turned", "took", "laid", "passed", "revealed", "exposed", "thrown_in", "cleared", "scored", "voided"],
  ...["called", "claimed", "declared"],
  ...["wishes", "showed", "paid_tribute", "returned", "shao_declared"],
]);
/** How a deal begins: whichever comes first. */
const OPENS = new Set(["dealt", "stacked", "lots", "named", "kaipai"]);
const ENDS: Record<string, Move["ends"]> = { went_out: "out", beheaded: "beheaded", duel: "duel" };

/** A fact as the seat knows it whose doing it is: after a deal nothing is hidden. */
export function opened(fact: Fact): Fact {
  const eyes = fact.to_eyes as Record<string, Fact> | undefined;
  return { ...fact, ...eyes?.[String(fact.seat)] };
}

/** The cards or discs that a fact shows on the table. */
export function shownBy(fact: Fact): string[] {
  return ((fact.cards ?? fact.pieces) as string[] | undefined) ?? [];
}

/** The moves of a deal.  `sets`: what is laid has no kinds that one could be turned into another. */
export function movesOf(replay: Replay, sets = false): Move[] {
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
    const turns = isLaid && !leads && !sets && typeof fact.kind === "string" && fact.kind !== lying;
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
    const begins = before ? BEGINS.has(event) : OPENS.has(event);
    if (!begins && !before) return;
    const { leads, turns } = follow(fact);
    if (begins) {
      const mark = before?.step.seq === step.seq ? `${before.mark}+` : String(step.seq);
      moves.push({ mark, facts: [fact], step, trick, leads, turns, ends: "", last, owner });
    } else Object.assign(before!, { facts: [...before!.facts, fact], step, ends: before!.ends || (ENDS[event] ?? ""), last, owner });
  });
  return moves;
}

/** The move that a link means: its own, else the last one before it. */
export function moveAt(moves: readonly Move[], mark: string): number {
  const exact = moves.findIndex((move) => move.mark === mark);
  if (exact >= 0) return exact;
  const seq = Number.parseInt(mark, 10);
  if (Number.isNaN(seq)) return 0;
  return Math.max(0, moves.findLastIndex((move) => move.step.seq <= seq));
}
