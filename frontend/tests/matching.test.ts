import { describe, expect, test } from "vitest";

import type { ChoiceView } from "../src/protocol";
import { cardsFor, keyed, passOf, plays, readingsOf } from "../src/table/matching";
import { arranged, nextSorting } from "../src/table/sorting";

/** A hand as it is written: `5S 5D 10H R`. */
const hand = (faces: string) =>
  keyed(faces.split(" ").map((face) => ({ face, kind: face === "R" || face === "B" ? "X" : face.slice(0, -1) })));

const choice = (needs: string, spells: string, kind: string): ChoiceView => ({
  action: spells,
  needs: needs ? needs.split(" ") : [],
  kind,
  spells: spells.split("-"),
  says: [],
});

const PASS = choice("", "pass", "pass");
const CHOICES = [
  choice("5 5 X X", "5-5-6X-6X", "dseq"),
  choice("5 5 X X", "5-5-5X-5X", "quad"),
  choice("7 7 X", "7-7-7X", "trip"),
  PASS,
];

const names = (cards: { face: string }[]) => cards.map(({ face }) => face).join(" ");

describe("chosen cards are read by the choices alone", () => {
  test.each([
    ["5S 5D B R", ["5-5-6X-6X", "5-5-5X-5X"]],
    ["R 7C B 7H", []],
    ["7C R 7H", ["7-7-7X"]],
    ["7C 7H", []],
    ["5S 5D R", []],
    ["5S 5D R R", ["5-5-6X-6X", "5-5-5X-5X"]],
  ])("%s can be %j", (chosen, readings) => {
    expect(readingsOf(hand(chosen), CHOICES).map(({ action }) => action)).toEqual(readings);
  });

  test("no card chosen is no reading, although a pass needs none", () => {
    expect(readingsOf([], CHOICES)).toEqual([]);
    expect(passOf(CHOICES)).toBe(PASS);
  });

  test("without choices nothing can be read", () => {
    expect(readingsOf(hand("7C 7H R"), [])).toEqual([]);
  });
});

test("hints are the plays in the order of the server, the pass left out", () => {
  expect(plays(CHOICES).map(({ action }) => action)).toEqual(["5-5-6X-6X", "5-5-5X-5X", "7-7-7X"]);
});

describe("cards for a hint", () => {
  test("are of the kinds it needs", () => {
    expect(names(cardsFor(["5", "5", "X"], hand("4H 5S 5D 5C B R"), new Set()))).toBe("5S 5D B");
  });

  test("are those that are chosen already, where they serve", () => {
    const held = hand("4H 5S 5D 5C B R");
    const chosen = new Set(held.filter(({ face }) => face === "5C" || face === "R").map(({ key }) => key));
    expect(names(cardsFor(["5", "5", "X"], held, chosen)).split(" ").sort()).toEqual(["5C", "5S", "R"]);
  });
});

test("equal faces of two packs are told apart", () => {
  const keys = hand("10H 10H R R").map(({ key }) => key);
  expect(new Set(keys).size).toBe(4);
});

describe("the hand is sorted", () => {
  const held = hand("3S 4H 4C 9S 9D 9C KH B R");
  test.each([
    ["low", "3S 4H 4C 9S 9D 9C KH B R"],
    ["high", "R B KH 9C 9D 9S 4C 4H 3S"],
    ["groups", "9S 9D 9C 4H 4C B R 3S KH"],
  ] as const)("%s", (sorting, expected) => {
    expect(names(arranged(held, sorting))).toBe(expected);
  });

  test("and the button goes round", () => {
    expect(nextSorting(nextSorting(nextSorting("low")))).toBe("low");
  });
});
