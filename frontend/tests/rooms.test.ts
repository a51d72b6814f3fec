import { expect, test } from "vitest";

import type { GameView } from "../src/protocol";
import { playersOf } from "../src/words/game";

const seating = (...seats: number[]) => ({ seats }) as GameView;

test("how many play one game, or the games of a room", () => {
  expect(playersOf([seating(4)])).toBe("4");
  expect(playersOf([seating(2, 3, 4)])).toBe("2–4");
  expect(playersOf([seating(3, 4), seating(2, 3, 4, 5), seating(3)])).toBe("2–5");
});
