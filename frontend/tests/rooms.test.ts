import { expect, test } from "vitest";

import { playersOf } from "../src/words/game";
import { recorded } from "./recorded";

const { game } = recorded("giog");
const seating = (...seats: number[]) => ({ ...game, seats });

test("how many play one game, or the games of a room", () => {
  expect(playersOf([seating(4)])).toBe("4");
  expect(playersOf([seating(2, 3, 4)])).toBe("2–4");
  expect(playersOf([seating(3, 4), seating(2, 3, 4, 5), seating(3)])).toBe("2–5");
});
