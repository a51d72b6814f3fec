/** A finished deal as a row of moves: what one stops at when stepping through it. */
import type { Replay, ReplayStep } from "../protocol";
import { isPlay } from "../table/facts";
import type { Fact } from "../words/game";

export interface Move {
  /** what stands after the # of its link: the seq of its first fact; `12+` for what followed from decision 12 */
  mark: string;
  facts: Fact[];
  /** the board after it */
  step: ReplayStep;
  trick: number;
  /** begins a trick */
  leads: boolean;
  /** goes on a play of another kind */
  turns: boolean;
  out: boolean;
}

/** Facts that begin a move of their own; the others belong to the move before them. */
const BEGINS = new Set(["dealt", "laid", "passed", "cleared", "scored", "voided"]);

/** The moves of a deal. */
export function movesOf(replay: Replay): Move[] {
  const moves: Move[] = [];
  let trick = 0;
  let lying = ""; // the kind on the table
  replay.facts.forEach((fact, i) => {
    const step = replay.steps[i]!;
    const event = String(fact.event);
    const before = moves.at(-1);
    if (!BEGINS.has(event)) {
      if (!before) return;
      before.facts.push(fact);
      before.step = step;
      before.out ||= event === "went_out";
      return;
    }
    const kind = isPlay(fact) ? String(fact.kind) : "";
    const leads = kind !== "" && lying === "";
    const turns = kind !== "" && !leads && kind !== lying;
    if (leads) trick += 1;
    lying = event === "cleared" ? "" : kind || lying;
    const follows = before?.step.seq === step.seq;
    moves.push({ mark: follows ? `${step.seq}+` : String(step.seq), facts: [fact], step, trick, leads, turns, out: false });
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
