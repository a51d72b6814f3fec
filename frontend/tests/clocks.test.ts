import { expect, test } from "vitest";

import { clockWords, timeLeft } from "../src/table/clocks";

const clock = { seat: 0, deadline: 90_000, now: 0, limit: 90_000 };

test("a clock is called by its time for a decision and its reserve", () => {
  expect(clockWords("relaxed")).toBe("slow: 30 s a move, 60 s extra");
  expect(clockWords("none")).toBe("no limit");
});

test.each([
  [0, 30_000, false],
  [29_000, 1_000, false],
  [30_000, 60_000, true],
  [89_000, 1_000, true],
  [95_000, 0, true],
])("after %i ms of thinking %i ms are left, in reserve %s", (now, left, reserve) => {
  expect(timeLeft(clock, now, "relaxed")).toMatchObject({ left, reserve });
});

test("a reserve that is spent, and a window, have one time only", () => {
  expect(timeLeft({ ...clock, deadline: 15_000, limit: 15_000 }, 0, "normal")).toEqual({ left: 15_000, of: 15_000, reserve: false });
  expect(timeLeft({ ...clock, seat: null, deadline: 8_000, limit: 8_000 }, 0, "relaxed")).toEqual({ left: 8_000, of: 8_000, reserve: false });
});
