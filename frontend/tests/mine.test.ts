import { beforeEach, expect, test } from "vitest";

import { dayOf, others } from "../src/parts/mine/told";
import type { MyGame } from "../src/protocol";
import { settings } from "../src/settings.svelte";

const NOON = new Date(2026, 10, 24, 12, 5).getTime();
const GAME: MyGame = { record: "r", at: NOON, game: "gan_deng_yan", variant: "default", changes: 0, seats: [], seat: 0, place: 0, points: 0 }; // no table has such a list
const deal = (seats: [name: string, level: string][], seat = 0): MyGame => ({ ...GAME, seats: seats.map(([name, level]) => ({ name, level })), seat });

beforeEach(() => {
  settings.language = "en";
});

test("a day has its year where that is another one", () => {
  expect(dayOf(NOON, NOON)).toBe("Nov 24, 12:05");
  expect(dayOf(NOON, new Date(2027, 0, 1).getTime())).toContain("2026");
  settings.language = "zh-Hant";
  expect(dayOf(NOON, NOON)).toMatch(/11月24日.*12:05/);
});

test("people have names, bots a number, and a level where they share one", () => {
  expect(others(deal([["Ann", ""], ["Ben", ""], ["Fan", "rule"], ["Drum", "rule"]]))).toBe("Ben, 2 bots (Normal)");
  expect(others(deal([["Fan", "noisy"], ["Ann", ""], ["Drum", "rule"]], 1))).toBe("2 bots");
  expect(others(deal([["Fan", "of another version"], ["Ann", ""]], 1))).toBe("1 bot");
  expect(others(deal([["Ann", ""], ["Ann 2", ""]], 1))).toBe("Ann");
});
