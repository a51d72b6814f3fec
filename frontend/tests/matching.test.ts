import { describe, expect, test } from "vitest";

import { cardsFor, keyed, passOf, plays, readingsOf } from "../src/table/matching";
import { arranged, nextSorting } from "../src/table/sorting";
import { recorded } from "./recorded";

/** A hand as it is written: `5S 5D 10H R`. */
const hand = (faces: string) =>
  keyed(faces.split(" ").map((face) => ({ face, kind: face === "R" || face === "B" ? "X" : face.slice(0, -1) })));

const { choices: CHOICES, hand: HAND } = recorded("gan_deng_yan").moment("two readings").deal!; // 6C 8H 8C 10S JS QH AD B R

const names = (cards: { face: string }[]) => cards.map(({ face }) => face).join(" ");

describe("chosen cards are read by the choices alone", () => {
  test.each([
    ["8H 8C B R", ["7X-7X-8-8", "8-8-8X-8X"]],
    ["R 10S B 8H", []],
    ["8H R 8C", ["8-8-8X"]],
    ["8H 8C", []],
    ["6C 6C R", []],
    ["8H 8C R R", ["7X-7X-8-8", "8-8-8X-8X"]],
  ])("%s can be %j", (chosen, readings) => {
    expect(readingsOf(hand(chosen), CHOICES).map(({ action }) => action)).toEqual(readings);
  });

  test("no card chosen is no reading, although a pass needs none", () => {
    expect(readingsOf([], CHOICES)).toEqual([]);
    expect(passOf(CHOICES)).toMatchObject({ action: "pass", kind: "pass", needs: [] });
  });

  test("without choices nothing can be read", () => {
    expect(readingsOf(keyed(HAND), [])).toEqual([]);
  });
});

test("hints are the plays in the order of the server, the pass left out", () => {
  expect(plays(CHOICES).map(({ action }) => action)).toEqual([
    "7X-7X-8-8", "8-8-8X", "6-6X-6X", "8-8X-8X", "10-10X-10X", "J-JX-JX", "Q-QX-QX", "A-AX-AX", "8-8-8X-8X", "X-X",
  ]);
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
