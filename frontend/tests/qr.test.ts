import { expect, test } from "vitest";

import { correction, formatBits, qrCode } from "../src/table/qr";

// The worked example that every introduction to the standard has: HELLO WORLD, version 1, level M.
test("the correction bytes of a known message", () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correction(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test("the format of level M, as the standard's table lists it", () => {
  const table = ["101010000010010", "101000100100101", "101111001111100", "101101101001011", "100010111111001", "100000011001110", "100111110010111", "100101010100000"];
  expect(table.map((_, mask) => formatBits(mask).toString(2))).toEqual(table);
});

test.each([
  ["http://x/t/a", 21],
  ["http://192.168.1.23:8000/t/tea-482", 29],
  ["x".repeat(106), 41],
])("%s fits a code of %i cells a side", (text, side) => {
  const code = qrCode(text)!;
  expect(code).toHaveLength(side);
  for (const line of code) for (const cell of line) expect(typeof cell).toBe("boolean");
});

test("the corners are what a reader looks for", () => {
  const code = qrCode("http://x/t/a")!;
  const corner = ["#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.", "........"];
  const drawn = (x: number, y: number, step: number) =>
    corner.map((_, row) => [...corner].map((_, column) => (code[y + row]![x + step * column] ? "#" : ".")).join(""));
  expect(drawn(0, 0, 1)).toEqual(corner);
  expect(drawn(20, 0, -1)).toEqual(corner);
});

test("a longer link has no code", () => {
  expect(qrCode("x".repeat(107))).toBeUndefined();
});
