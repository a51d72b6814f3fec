import { describe, expect, test } from "vitest";

import { placing, type Placing } from "../src/rooms/giog/layout";

const count = (from: number, n: number) => Array.from({ length: n }, (_, i) => from + i);
const SQUARE = [count(1, 4), count(5, 4), count(9, 4), count(13, 4)];
const TRIANGLE = [count(1, 5), count(6, 6), count(12, 5)];
const LINES = [count(1, 8), count(9, 8)];
const CIRCLE = [count(1, 16)];

const BOXES: [string, number, number][] = [
  ["desk", 600, 430],
  ["a low laptop", 560, 300],
  ["a tall phone", 350, 420],
  ["a small tall phone", 328, 320],
  ["a wide phone", 380, 250],
  ["a small wide phone", 290, 246],
];

const nearest = ({ at }: Placing) => {
  const points = [...at.values()];
  return Math.min(...points.flatMap((p, i) => points.slice(i + 1).map((q) => Math.hypot(p.x - q.x, p.y - q.y))));
};

describe.each(BOXES)("on %s", (_, width, height) => {
  test.each([
    ["rows", SQUARE],
    ["rows", TRIANGLE],
    ["rows", LINES],
    ["circle", CIRCLE],
  ] as const)("%s of %j stand apart, inside, and as large as a finger needs", (layout, rows) => {
    const placed = placing(layout, rows as number[][], width, height);
    expect(placed.at.size).toBe(16);
    expect(placed.size).toBeGreaterThanOrEqual(44);
    expect(nearest(placed)).toBeGreaterThan(placed.size - 6);
    for (const { x, y } of placed.at.values()) {
      expect(Math.min(x, width - x)).toBeGreaterThan(placed.size / 2 - 0.5);
      expect(Math.min(y, height - y)).toBeGreaterThan(placed.size / 2 - 0.5);
    }
  });
});

test.each([
  ["a desk", 600, 430],
  ["the smallest wide phone", 200, 200],
] as const)("discs on %s do not lie over each other", (_, width, height) => {
  const placed = placing("circle", CIRCLE, width, height);
  expect(placed.drawn).toBeLessThanOrEqual(Math.max(32, nearest(placed)));
});

test("numbers go round as the turn does, beginning at your left hand", () => {
  const { at } = placing("rows", SQUARE, 600, 430);
  expect(at.get(1)!.x).toBeLessThan(at.get(4)!.x);
  expect(at.get(5)!.y).toBeGreaterThan(at.get(8)!.y);
  expect(at.get(9)!.x).toBeGreaterThan(at.get(12)!.x);
  expect(at.get(1)!.y).toBeGreaterThan(at.get(9)!.y);
  expect(at.get(5)!.x).toBeGreaterThan(at.get(13)!.x);
});

test("a circle begins before you", () => {
  const { at } = placing("circle", CIRCLE, 400, 300);
  expect(Math.max(...[...at.values()].map(({ y }) => y))).toBe(at.get(1)!.y);
  expect(at.get(2)!.x).toBeGreaterThan(at.get(1)!.x);
});
