/** What an exercise shows: the trick that lies on the table, and which cards of the hand an answer is made of. */
import { FACE_DOWN } from "../../cards/faces";
import type { ExerciseView } from "../../protocol";
import { facesOf } from "../../table/facts";
import type { Fact } from "../../words/game";

/** What a seat did last in the trick. */
export interface Done {
  seat: number;
  fact: Fact;
  /** the cards that are seen; backs for those that are not */
  faces: string[];
  /** they are seen by their own seat alone */
  down: boolean;
}

/** The last thing that each seat did since a trick was cleared, in the order in which they did it.  `back`: how a card looks from behind. */
export function trickOf(facts: readonly Fact[], back = "back"): Done[] {
  const done = new Map<number, Done>();
  const put = (fact: Fact, faces: string[], down: boolean) => {
    const seat = fact.seat as number;
    done.delete(seat);
    done.set(seat, { seat, fact, faces, down });
  };
  const from = facts.findLastIndex(({ event }) => event === "cleared") + 1;
  for (const fact of facts.slice(from)) {
    if (fact.event === "revealed") for (const play of fact.plays as Fact[]) put({ ...play, event: "laid" }, facesOf(play), false);
    else if (fact.event === "laid") put(fact, facesOf(fact).length ? facesOf(fact) : Array<string>((fact.count as number) || 1).fill(back), Boolean(fact.down));
    else if (fact.event === "passed") put(fact, [], false);
  }
  return [...done.values()];
}

/** How a card of these looks from behind. */
export const backOf = (round: boolean): string => (round ? FACE_DOWN : "back");

/** The play that an answer has to beat: the one that counts as the best so far, else the last that is seen. */
export function toBeat(trick: readonly Done[]): Done | undefined {
  const seen = trick.filter(({ fact, faces, down }) => fact.event === "laid" && faces.length && !down);
  return seen.some(({ fact }) => "best" in fact) ? seen.findLast(({ fact }) => fact.best) : seen.at(-1);
}

const JOKER = /^[BR]$/;
const rankOf = (face: string) => (JOKER.test(face) ? face : face.slice(0, -1));

/** The faces in a hand that show a play: `9` is any nine, `9X` a joker that stands for one; what is not found is shown by its name. */
export function facesFor(cards: readonly string[], hand: readonly string[]): string[] {
  const left = [...hand];
  const take = (fits: (face: string) => boolean) => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  return cards.map((card) => {
    const joker = /^(?:\w+)?([XBR])$/.exec(card)?.[1];
    return take((face) => face === card) ?? take((face) => (joker ? (joker === "X" ? JOKER.test(face) : face === joker) : rankOf(face) === card)) ?? card;
  });
}

/** Whether these are the right answers, all of them and no others. */
export function allRight(exercise: ExerciseView, chosen: ReadonlySet<number>): boolean {
  return exercise.answers.every(({ right }, i) => right === chosen.has(i));
}
