import { expect, test } from "vitest";

import type { Ev, TableView } from "../src/protocol";
import { tableAfter } from "../src/table/changes";
import { recorded } from "./recorded";

const ev = (changed: Record<string, unknown>, facts: Ev["facts"] = []): Ev => ({ k: "ev", seq: 2, facts, changed, clocks: [] });
const table = (): TableView => recorded("gou_ji").moment("following");

test("what has changed is put where it belongs, and what has not is the same as before", () => {
  const before = table();
  const whole = structuredClone(before);
  const after = tableAfter(before, ev({ phase: "between", "seats/1/cards": 3, "deal/board/played/1": ["4", "5"], "deal/owner": null }));
  const expected = structuredClone(whole);
  expected.phase = "between";
  expected.seats[1]!.cards = 3;
  expected.deal!.owner = null;
  (expected.deal!.board.played as string[][])[1] = ["4", "5"];
  expect(after).toEqual(expected);
  expect(before).toEqual(whole);
  expect(after.seats[0]).toBe(before.seats[0]);
  expect(after.deal!.log).toBe(before.deal!.log);
});

test("the facts of the deal are the next of its log, the table's own are not", () => {
  const before = table();
  const laid = { seq: 2, event: "laid", seat: 0 };
  const after = tableAfter(before, ev({}, [{ event: "renamed", seat: 1 }, laid]));
  expect(after.deal!.log).toEqual([...before.deal!.log, laid]);
  expect(before).toEqual(table());
});

test("a new deal comes whole, with an empty log to which its first facts are added", () => {
  const dealt = { seq: 9, event: "dealt" };
  const deal = { ...table().deal!, number: 2, log: [] };
  expect(tableAfter(table(), ev({ deal }, [{ event: "shuffled", deal: 2 }, dealt])).deal).toEqual({ ...deal, log: [dealt] });
});

test("a whole table takes the place of the one before", () => {
  const whole = recorded("gou_ji").moment("window");
  expect(tableAfter(table(), { k: "ev", seq: 2, facts: [{ seq: 2, event: "laid" }], table: whole, clocks: [] })).toBe(whole);
});

test.each(["deal/answer/cards", "seats/7/cards", "nothing"])("a change at %s, which is not there, is an error", (path) => {
  expect(() => tableAfter(table(), ev({ [path]: 1 }))).toThrow(TypeError);
});
