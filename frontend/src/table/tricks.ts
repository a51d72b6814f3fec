/** The last trick that is over, from the log that the page has been shown and nothing else. */
import type { GameView, TableView } from "../protocol";
import type { Room } from "../rooms/room";
import { tell, wordsOf, type Fact } from "../words/game";
import { say } from "../words";
import { isDecision, shownIn } from "./facts";

/** What one seat did in it. */
export interface Step {
  seat: number;
  /** what it laid, as the room draws it; null where it laid nothing */
  laid: Fact | null;
  /** how that is called, or what was said instead */
  word: string;
  /** all the others lost to it */
  won: boolean;
}

export interface PastTrick {
  /** the first of a deal is 1 */
  number: number;
  steps: Step[];
  /** how it ended; "" where the game has no words for it */
  end: string;
}

/** The facts of the last trick that is over; the one in which a deal ends needs nobody to clear it. */
function factsOf(log: readonly Fact[], over: boolean): { facts: readonly Fact[]; number: number } {
  const ends = log.flatMap(({ event }, at) => (event === "cleared" ? [at] : []));
  const rest = log.slice((ends.at(-1) ?? -1) + 1);
  if (over && rest.some(({ event }) => event === "laid")) return { facts: rest, number: ends.length + 1 };
  return { facts: log.slice((ends.at(-2) ?? -1) + 1, ends.length ? ends.at(-1)! + 1 : 0), number: ends.length };
}

export function lastTrick(room: Room, game: GameView, table: TableView): PastTrick | null {
  const { facts, number } = factsOf((table.deal?.log ?? []) as Fact[], Boolean(table.deal?.result));
  const turned = new Set(facts.flatMap((fact) => (fact.event === "revealed" ? (fact.plays as { seat: number }[]).map(({ seat }) => seat) : [])));
  const { face_down } = wordsOf(game).board;
  const steps = facts.flatMap((fact): Step[] => {
    const seat = fact.seat as number;
    if (fact.down && turned.has(seat)) return []; // it turns up later
    const shown = shownIn(fact, game);
    if (fact.event === "revealed") return shown.map((one, i) => ({ seat: one.seat, laid: (fact.plays as Fact[])[i]!, word: one.kind, won: false }));
    if (shown.length) return [{ seat, laid: fact, word: shown[0]!.kind, won: false }];
    if (fact.event === "laid" && fact.down && face_down) {
      const count = fact.count as number;
      return [{ seat, laid: { ...fact, cards: Array.from({ length: count }, () => "back") }, word: say(face_down, { n: count }), won: false }];
    }
    return isDecision(fact) && fact.event === "passed" ? [{ seat, laid: null, word: room.word(game, fact), won: false }] : [];
  });
  if (!steps.some(({ laid }) => laid)) return null;
  const end = facts.find(({ event }) => event === "cleared");
  const winner = end ? (end.winner ?? end.seat ?? end.leader) : steps.findLast(({ laid }) => laid)!.seat;
  const best = steps.findLast(({ seat, laid }) => laid && seat === winner);
  if (best) best.won = true;
  return { number, steps, end: end ? tell(game, end, table.seats.map(({ name }) => name), table.you) : "" };
}
