import { expect, test } from "vitest";

import { roomOf } from "../src/rooms";
import { lastTrick } from "../src/table/tricks";
import type { Fact } from "../src/words/game";
import { pieces, tableOf } from "./views";

const laid = (seat: number, cards: string): Fact => ({ event: "laid", seat, action: cards, cards: cards.split(" "), kind: "single" });
const passed = (seat: number): Fact => ({ event: "passed", seat, action: "pass" });
const cleared = (seat: number): Fact => ({ event: "cleared", seat, taken: 1 });

function trickOf(log: Fact[], over = false) {
  const table = tableOf(3, { log, result: over ? { points: [0, 0, 0] } : null });
  return lastTrick(roomOf(table), pieces, table);
}
const told = (log: Fact[], over = false) =>
  trickOf(log, over)?.steps.map(({ seat, laid, won }) => `${seat} ${((laid?.cards as string[]) ?? []).join(" ")}${won ? " won" : ""}`.trim());

const first = [laid(0, "5S"), laid(1, "7S"), passed(2), passed(0), cleared(1)];
const second = [laid(1, "3H"), passed(2), passed(0), cleared(1)];

test("before a trick is over there is none", () => {
  expect(trickOf([])).toBeNull();
  expect(trickOf(first.slice(0, 3))).toBeNull();
});

test("the last one that is over, whatever was laid since, and who won it", () => {
  expect(told(first)).toEqual(["0 5S", "1 7S won", "2", "0"]);
  expect(told([...first, laid(1, "3H")])).toEqual(told(first));
  expect(told([...first, ...second])).toEqual(["1 3H won", "2", "0"]);
  expect(trickOf([...first, ...second])!.number).toBe(2);
});

test("the trick in which a deal ends needs nobody to clear it", () => {
  expect(told([...first, laid(1, "9S"), { event: "went_out", seat: 1 }], true)).toEqual(["1 9S won"]);
  expect(told([...first, ...second, { event: "settled" }], true)).toEqual(["1 3H won", "2", "0"]);
});

test("what lay face down is shown as it turned up, and what nobody has seen stays face down", () => {
  const down = (seat: number, cards: string[] = []): Fact => ({ event: "laid", seat, action: "down", down: true, count: 1, ...(cards.length ? { cards } : {}) });
  const turned: Fact = { event: "revealed", plays: [{ seat: 0, cards: ["rG"], kind: "single" }, { seat: 1, cards: ["bC"], kind: "single" }] };
  expect(told([down(0, ["rG"]), down(1), turned, cleared(0)])).toEqual(["0 rG won", "1 bC"]);
  expect(told([laid(0, "9S"), down(1, ["2S"]), down(2), cleared(0)])).toEqual(["0 9S won", "1 2S", "2 back"]);
});
