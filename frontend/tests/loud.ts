/** What the page would report to the console fails the test that made it. */
import { afterEach, beforeEach, expect } from "vitest";

const quiet = console.error;
let reported: unknown[][] = [];

beforeEach(() => {
  reported = [];
  console.error = (...words: unknown[]) => void reported.push(words);
});

afterEach(() => {
  console.error = quiet;
  expect(reported).toEqual([]);
});
