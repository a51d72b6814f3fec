import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { FromServer, TableView } from "../src/protocol";
import { LiveTable } from "../src/table/live.svelte";
import type { Fact } from "../src/words/game";
import { roomOf } from "../src/rooms";
import { Stage } from "./stage";
import { tableOf } from "./views";

const view = (trick: number): TableView => tableOf(3, { trick });
const snap = (seq: number): FromServer => ({ k: "snap", seq, table: view(seq), clocks: [] });
const ev = (seq: number, facts: Fact[] = []): FromServer => ({ k: "ev", seq, facts, table: view(seq), clocks: [] });

let stage: Stage;
let live: LiveTable;
let told: unknown[];

beforeEach(() => {
  stage = new Stage();
  live = new LiveTable("/ws/table/tea-482", stage, roomOf);
  stage.last.open();
  told = [];
  vi.spyOn(console, "error").mockImplementation((error) => told.push(error));
});
afterEach(() => {
  live.close();
  vi.restoreAllMocks();
});

const broken = (what: string) => () => {
  throw new TypeError(what);
};

test.each(["before", "after"] as const)("what goes wrong %s a change is reported, and the change is shown all the same", (when) => {
  live[when] = broken(when);
  for (const message of [snap(1), ev(2), ev(3)]) stage.last.say(message);
  expect(live.view?.deal?.trick).toBe(3);
  expect(live.cloth.lasts).toHaveLength(3);
  expect(told).toEqual([1, 2, 3].map(() => new TypeError(when)));
});

test("a movement that goes wrong keeps no sound and no sentence back", () => {
  const after = vi.fn();
  live.before = broken("flight");
  live.after = after;
  stage.last.say(snap(1));
  stage.last.say(ev(2));
  expect(after).toHaveBeenCalledTimes(2);
});

test("a trick that cannot be swept away leaves the cloth all the same", () => {
  const last = { event: "laid", seat: 1, cards: ["7S"], action: "7", kind: "single" };
  const before = tableOf(3, { owner: 1 });
  before.seats[1]!.last = last;
  stage.last.say({ k: "snap", seq: 1, table: before, clocks: [] });
  live.swept = broken("sweep");
  const end = { event: "cleared", seat: 1, winner: 1, taken: 1, plays: [] };
  stage.last.say({ ...ev(2, [end]), table: tableOf(3, { log: [end] }) } as FromServer);
  stage.pass(10_000);
  expect(live.cloth.won).toBeNull();
  expect(live.lingering).toBe(false);
});

test("facts that the page cannot lay out leave the cloth as the view has it", () => {
  stage.last.say(snap(1));
  stage.last.say(ev(2, [null as unknown as Fact]));
  stage.last.say(ev(3));
  expect(live.view?.deal?.trick).toBe(3);
  expect(live.cloth.lasts).toHaveLength(3);
  expect(told).toHaveLength(1);
});

test("a change that does not fit what was shown brings the whole table anew", () => {
  stage.last.say(snap(1));
  stage.last.say({ k: "ev", seq: 2, facts: [], changed: { "deal/board/nothing/here": 1 }, clocks: [] });
  expect(told).toHaveLength(1);
  stage.pass(400);
  expect(stage.sockets).toHaveLength(2);
  expect(stage.last.address).toBe("/ws/table/tea-482");
  expect(live.view?.deal?.trick).toBe(1);
});

test("what has changed is shown, and the facts before it are kept", () => {
  stage.last.say({ k: "snap", seq: 1, table: tableOf(3, { trick: 1, log: [{ seq: 1, event: "dealt" }] }), clocks: [] });
  const facts = [{ seq: 2, event: "passed", seat: 1, action: "pass" }];
  stage.last.say({ k: "ev", seq: 2, facts, changed: { "deal/trick": 2, "seats/1/last": facts[0] }, clocks: [] });
  expect(live.view?.deal?.trick).toBe(2);
  expect(live.view?.deal?.log.map(({ event }) => event)).toEqual(["dealt", "passed"]);
  expect(told).toEqual([]);
});
