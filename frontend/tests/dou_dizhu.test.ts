import { beforeEach, describe, expect, test } from "vitest";

import type { TableView } from "../src/protocol";
import { accountOf, productOf } from "../src/rooms/dou_dizhu/account";
import { partsOf } from "../src/rooms/dou_dizhu/parts";
import { openIn } from "../src/rooms/dou_dizhu/seen";
import { roomOf } from "../src/rooms";
import { settings } from "../src/settings.svelte";
import { writtenPlay } from "../src/words/cards";

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

const scored = (result: object | null, log: object[] = []) => ({ deal: { result, log } }) as unknown as TableView;

describe("the account", () => {
  const factors = [
    { what: "bomb", times: 2, section: "7.3" },
    { what: "spring", times: 2, section: "7.4" },
  ];
  const payments = [{ seat: 0, factors, payment: 4 }, { seat: 2, factors: [], payment: 1 }];
  const result = { winner: 1, landlord: 1, points: [-4, 5, -1], hands: [["3S"], [], ["4S"]], section: "7.1", payments };

  test("of a landlord who wins, and of peasants who do", () => {
    expect(accountOf(scored(result))?.winners).toEqual([1]);
    expect(accountOf(scored({ ...result, winner: 2 }))?.winners).toEqual([0, 2]);
  });

  test("is a product where something multiplies", () => {
    expect(payments.map(productOf)).toEqual(["1 × 2 × 2 = 4", ""]);
    expect(productOf({ seat: 0, factors: [...factors, { what: "cap", most: 3, section: "8.13" }], payment: 3 })).toBe("1 × 2 × 2 → 3");
  });

  test("there is none of a void deal, nor before the end", () => {
    expect(accountOf(scored({ winner: null, landlord: null, points: [0, 0, 0], section: "3.4" }))).toBeNull();
    expect(accountOf(scored(null))).toBeNull();
  });
});

test("an open hand is what was shown, without what was laid since", () => {
  const shown = { event: "laid_open", seat: 1, pieces: ["3S", "3H", "KD", "R"] };
  const laid = [{ event: "laid", seat: 1, cards: ["3S", "3H"] }, { event: "laid", seat: 2, cards: ["4D", "4C"] }];
  expect(openIn(scored(null, [shown, ...laid]))).toEqual(["KD", "R"]);
  expect(openIn(scored(null, laid))).toBeNull();
});

test("a room is found by its folder, and a game without one is played in the general room", () => {
  expect(roomOf({ room: "dou_dizhu" }).picture).not.toEqual(roomOf({ room: "whist" }).picture);
  expect(roomOf({ room: "whist" })).toBe(roomOf({ room: "" }));
});
