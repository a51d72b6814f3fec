import { describe, expect, test } from "vitest";

import { allRight, facesFor, toBeat, trickOf } from "../src/parts/exercise/position";
import type { ExerciseView, OfferedView } from "../src/protocol";

const laid = (seat: number, more: object) => ({ event: "laid", seat, ...more });

describe("the trick on the table", () => {
  test("is what each seat did last since the trick before was cleared", () => {
    const trick = trickOf([
      laid(0, { cards: ["2S"] }),
      { event: "cleared", seat: 0 },
      laid(1, { cards: ["3S"] }),
      { event: "passed", seat: 2 },
      laid(0, { cards: ["4S"] }),
      laid(1, { cards: ["5S"] }),
    ]);
    expect(trick.map(({ seat, faces }) => [seat, ...faces])).toEqual([[2], [0, "4S"], [1, "5S"]]);
    expect(toBeat(trick)?.seat).toBe(1);
  });

  test("shows backs for what is not seen, until it is turned up", () => {
    const facts: Record<string, unknown>[] = [laid(0, { count: 2, down: true }), laid(1, { count: 2, down: true, cards: ["rA", "rE"] })];
    const trick = trickOf(facts, "disc-back");
    expect(trick.map(({ faces }) => faces)).toEqual([["disc-back", "disc-back"], ["rA", "rE"]]);
    expect(toBeat(trick)).toBeUndefined();
    facts.push({ event: "revealed", plays: [{ seat: 0, cards: ["rP", "rP"], kind: "pair" }, { seat: 1, cards: ["rA", "rE"], kind: null }] });
    expect(trickOf(facts).map(({ seat, faces, down }) => [seat, faces[0], down])).toEqual([[0, "rP", false], [1, "rA", false]]);
  });

  test("is beaten where it is best, though others lie on it", () => {
    const trick = trickOf([laid(0, { cards: ["8S"], best: true }), laid(1, { cards: ["9S"], best: true }), laid(2, { count: 1, down: true })]);
    expect(toBeat(trick)?.seat).toBe(1);
  });
});

describe("the faces of an answer", () => {
  test("are those of the hand, each taken once, and jokers for what they stand for", () => {
    const hand = ["9S", "9H", "10D", "B", "R"];
    expect(facesFor(["9", "9", "9X"], hand)).toEqual(["9S", "9H", "B"]);
    expect(facesFor(["10", "R"], hand)).toEqual(["10D", "R"]);
    expect(facesFor(["QR"], hand)).toEqual(["R"]);
    expect(facesFor(["X", "X"], hand)).toEqual(["B", "R"]);
  });

  test("are themselves where the hand names them, or has none", () => {
    expect(facesFor(["6K"], ["6K", "6S"])).toEqual(["6K"]);
    expect(facesFor(["rP", "bP"], ["bP", "rP"])).toEqual(["rP", "bP"]);
    expect(facesFor(["A"], ["2S"])).toEqual(["A"]);
  });
});

test("an answer is right when all that are right are chosen, and no others", () => {
  const answers = [true, false, true].map((right) => ({ right }) as OfferedView);
  const exercise = { answers } as ExerciseView;
  expect(allRight(exercise, new Set([0, 2]))).toBe(true);
  expect(allRight(exercise, new Set([0]))).toBe(false);
  expect(allRight(exercise, new Set([0, 1, 2]))).toBe(false);
});
