import { describe, expect, it } from "vitest";
import { costOf, decimal, ranked, signedDecimal, ticksOf } from "../src/parts/review/figures";
import type { Judged } from "../src/protocol";

const option = (action: string, value: number, gain: number) => ({ action, fact: {}, value, error: 1, gain, gain_error: 1 });
const one = (better: boolean): Judged => ({ move: 0, seq: 2, hand: [], legal: 3, worlds: 10, options: [option("pass", -2, 0), option("5", 3.25, 5.25), option("4", 1, 3)], best: 1, better });

describe("the scale of a plot", () => {
  it("has round steps, reaches over all values and holds zero", () => {
    expect(ticksOf(-3, 12)).toEqual([-5, 0, 5, 10, 15]);
    expect(ticksOf(2, 7)).toEqual([0, 2, 4, 6, 8]);
    expect(ticksOf(-0.3, 0.05)).toEqual([-0.3, -0.2, -0.1, 0, 0.1]);
    for (const [low, high] of [[-71.3, 12], [0.2, 0.9], [-4, -1]] as const) {
      const ticks = ticksOf(low, high);
      expect(ticks[0]).toBeLessThanOrEqual(low);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
      expect(ticks).toContain(0);
      expect(ticks.length).toBeLessThanOrEqual(7);
    }
  });

  it("is there also for a deal in which nothing can be won", () => {
    expect(ticksOf(0, 0).length).toBeGreaterThan(1);
  });
});

describe("the figures", () => {
  it("have one place and a minus that can be told from a hyphen", () => {
    expect([5.44, -0.26, 0, -0.04].map(signedDecimal)).toEqual(["+5.4", "−0.3", "0.0", "0.0"]);
    expect(decimal(-2)).toBe("2.0");
  });

  it("count as given away only what is certain", () => {
    expect(costOf(one(true))).toBe(5.25);
    expect(costOf(one(false))).toBe(0);
  });

  it("are listed from the best, and know their place", () => {
    expect(ranked(one(true)).map(({ place }) => place)).toEqual([1, 2, 0]);
  });
});
