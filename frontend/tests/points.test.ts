import { expect, test } from "vitest";

import { points, signedPoints } from "../src/words/points";

test.each([
  [0, 60, "0", "0"],
  [60, 60, "1", "+1"],
  [30, 60, "½", "+½"],
  [20, 60, "⅓", "+⅓"],
  [40, 60, "⅔", "+⅔"],
  [15, 60, "¼", "+¼"],
  [45, 60, "¾", "+¾"],
  [12, 60, "⅕", "+⅕"],
  [10, 60, "⅙", "+⅙"],
  [140, 60, "2⅓", "+2⅓"],
  [35, 60, "⁷⁄₁₂", "+⁷⁄₁₂"],
  [97, 60, "1³⁷⁄₆₀", "+1³⁷⁄₆₀"],
  [-90, 60, "−1½", "−1½"],
  [-3, 1, "−3", "−3"],
  [12, 1, "12", "+12"],
])("%i of %i", (n, unit, plain, signed) => {
  expect([points(n, unit), signedPoints(n, unit)]).toEqual([plain, signed]);
});

test("without a unit a point is a point", () => expect([points(7), signedPoints(7)]).toEqual(["7", "+7"]));
