import { describe, expect, test } from "vitest";

import { allRight, facesFor, toBeat, trickOf } from "../src/parts/exercise/position";
import { recorded } from "./recorded";

const logOf = (game: "gou_ji" | "giog" | "luk_fu", what: string) => recorded(game).moment(what).deal!.log;

describe("the trick on the table", () => {
  test("is what each seat did last since the trick before was cleared", () => {
    const log = logOf("gou_ji", "trick");
    const faces = (facts = log) => trickOf(facts).map(({ seat, faces }) => [seat, ...faces]);
    expect(faces()).toEqual([[2, "6S"], [3], [4], [5, "8H"]]);
    expect(faces([...log, { ...log.at(-1)!, seat: 2, cards: ["9H"] }])).toEqual([[3], [4], [5, "8H"], [2, "9H"]]);
    expect(toBeat(trickOf(log))?.seat).toBe(5);
  });

  test("shows backs for what is not seen, until it is turned up", () => {
    const log = logOf("giog", "decided");
    const turned = log.findIndex(({ event }) => event === "revealed");
    const trick = trickOf(log.slice(0, turned), "disc-back");
    const [back] = Array.of(Array<string>(3).fill("disc-back"));
    expect(trick.map(({ faces }) => faces)).toEqual([["rR", "rH", "rC"], back, back]);
    expect(toBeat(trick)).toBeUndefined();
    expect(trickOf(log.slice(0, turned + 1)).map(({ seat, faces, down }) => [seat, faces[0], down])).toEqual([[1, "rR", false], [2, "rR", false], [0, "rE", false]]);
  });

  test("is beaten where it is best, though others lie on it", () => {
    const trick = trickOf(logOf("luk_fu", "may beat or surrender"));
    expect(trick.map(({ seat, faces }) => [seat, ...faces])).toEqual([[2, "7S"], [0, "back"]]);
    expect(toBeat(trick)?.seat).toBe(2);
  });
});

describe("the faces of an answer", () => {
  test("are those of the hand, each taken once, and jokers for what they stand for", () => {
    const { hand: asked, answers } = recorded("gan_deng_yan").exercise("follow"); // 6D 7C 9D 10H 10D B
    expect(answers.map(({ cards }) => facesFor(cards, asked).join(" "))).toEqual(["9D 10H B", "B 9D 10H", "10H 10D B", "B"]);
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
  const exercise = recorded("giog").exercise("lead");
  expect(exercise.answers.map(({ right }) => right)).toEqual([true, false, false, true, false]);
  expect(allRight(exercise, new Set([0, 3]))).toBe(true);
  expect(allRight(exercise, new Set([0]))).toBe(false);
  expect(allRight(exercise, new Set([0, 1, 3]))).toBe(false);
});
