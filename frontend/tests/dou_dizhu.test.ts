import { beforeEach, describe, expect, test } from "vitest";

import { accountOf, productOf, type Payment } from "../src/rooms/dou_dizhu/account";
import { partsOf } from "../src/rooms/dou_dizhu/parts";
import { openIn } from "../src/rooms/dou_dizhu/seen";
import { roomOf } from "../src/rooms";
import { settings } from "../src/settings.svelte";
import { writtenPlay } from "../src/words/cards";
import { recorded } from "./recorded";

const { moment } = recorded("dou_dizhu");

beforeEach(() => {
  settings.language = "en";
});

/** Suits in turn: 4-4-4+7 is laid as 4S 4H 4C 7D. */
const faces = (action: string) => action.split(/[-+]/).map((rank, i) => (/[BR]/.test(rank) ? rank : rank + "SHCD"[i % 4]!));
const written = (groups: readonly (readonly string[])[]) => groups.map((group) => group.map((face) => face.replace(/[SHCD]$/, "")).join(" ")).join(" | ");

describe("a play is drawn from its body and its wings", () => {
  test.each([
    ["single", "R", "R", "", false],
    ["trio_single", "9-9-9+4", "9 9 9", "4", false],
    ["trio_pair", "9-9-9+4-4", "9 9 9", "4 4", false],
    ["sequence", "10-J-Q-K-A", "10 J Q K A", "", false],
    ["pair_sequence", "5-5-6-6-7-7", "5 5 | 6 6 | 7 7", "", false],
    ["airplane", "5-5-5-6-6-6", "5 5 5 | 6 6 6", "", false],
    ["airplane_singles", "5-5-5-6-6-6+3-J", "5 5 5 | 6 6 6", "3 | J", true],
    ["airplane_pairs", "5-5-5-6-6-6+3-3-J-J", "5 5 5 | 6 6 6", "3 3 | J J", true],
    ["four_singles", "6-6-6-6+3-J", "6 6 6 6", "3 | J", false],
    ["four_pairs", "6-6-6-6+3-3-J-J", "6 6 6 6", "3 3 | J J", true],
    ["rocket", "B-R", "B R", "", false],
  ])("%s %s", (kind, action, body, wings, beneath) => {
    const parts = partsOf(action, kind, faces(action));
    expect([written(parts.body), written(parts.wings), parts.beneath]).toEqual([body, wings, beneath]);
  });

  test("on a phone a line of a run is short", () => {
    const action = "5-5-5-6-6-6-7-7-7";
    expect(partsOf(action, "airplane", faces(action), true).units).toBeLessThan(partsOf(action, "airplane", faces(action)).units);
  });
});

test.each([
  ["en", "4-4-4+7", "4-4-4+7"],
  ["zh-Hans", "3-3-3-4-4-4+5-9", "333444+59"],
  ["zh-Hans", "B-R", "双王"],
] as const)("a play with wings in %s: %s", (language, action, text) => {
  settings.language = language;
  expect(writtenPlay(action)).toBe(text);
});

describe("the account", () => {
  test("of a landlord who wins, and of peasants who do", () => {
    expect(accountOf(moment("landlord won"))).toMatchObject({ landlord: 2, winners: [2], points: [-32, -32, 64], section: "7.1" });
    expect(accountOf(moment("peasants won"))).toMatchObject({ landlord: 2, winners: [0, 1], points: [4, 4, -8] });
  });

  test("is a product where something multiplies", () => {
    const { payments } = accountOf(moment("peasants won"))!;
    expect(payments.map(productOf)).toEqual(["1 × 2 × 2 = 4", "1 × 2 × 2 = 4"]);
    const [{ seat, factors }] = payments as [Payment];
    expect(productOf({ seat, factors: [], payment: 1 })).toBe("");
    expect(productOf({ seat, factors: [...factors, { what: "cap", most: 3, section: "8.13" }], payment: 3 })).toBe("1 × 2 × 2 → 3");
  });

  test("there is none of a void deal, nor before the end", () => {
    expect(moment("void").deal!.result).not.toBeNull();
    expect(accountOf(moment("void"))).toBeNull();
    expect(accountOf(moment("open hand"))).toBeNull();
  });
});

test("an open hand is what was shown, without what was laid since", () => {
  const shown = moment("open hand"); // by the landlord, who has laid Q-Q-Q+9-9 since
  expect(openIn(shown)).toEqual("3H 4D 4C 5H 5C 7C 8H 9C 10C JC KS KH AS AH 2H".split(" "));
  expect(openIn(moment("peasants won"))).toBeNull();
});

test("a room is found by its folder, and a game without one is played in the general room", () => {
  expect(roomOf({ room: "dou_dizhu" }).picture).not.toEqual(roomOf({ room: "whist" }).picture);
  expect(roomOf({ room: "whist" })).toBe(roomOf({ room: "" }));
});
