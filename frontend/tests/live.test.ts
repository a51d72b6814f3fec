import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { FromServer, TableView } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { LiveTable } from "../src/table/live.svelte";
import type { Fact } from "../src/words/game";
import { roomOf } from "../src/rooms";
import { Stage } from "./stage";
import { recorded } from "./recorded";

const { moment, factsAt, changed } = recorded("gan_deng_yan");
const view = (trick: number): TableView => changed(moment("leading"), {}, { trick });
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

test("while the connection is lost it is known whether something that was sent is being looked up", () => {
  stage.last.say(snap(1));
  void live.send({ k: "ready" });
  expect(live.unsure).toBe(false);
  stage.last.lose(4100);
  expect([live.link, live.unsure]).toEqual(["lost", true]);
  stage.pass(400);
  stage.last.open();
  stage.last.say(snap(2));
  expect([live.link, live.unsure]).toEqual(["open", false]);
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
  settings.motion = "off";
  const giog = recorded("giog");
  stage.last.say({ k: "snap", seq: 1, table: giog.moment("led"), clocks: [] });
  live.swept = broken("sweep");
  stage.last.say({ k: "ev", seq: 2, facts: giog.factsAt("decided"), table: giog.moment("decided"), clocks: [] });
  expect(live.cloth.won).toBe(1);
  stage.pass(10_000);
  expect(told).toEqual([new TypeError("sweep")]);
  expect(live.cloth.won).toBeNull();
  expect(live.lingering).toBe(false);
});

test("facts that the page cannot lay out leave the cloth as the view has it", () => {
  stage.last.say(snap(1));
  stage.last.say(ev(2, [null as unknown as Fact])); // a broken server's
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
  stage.last.say({ k: "snap", seq: 1, table: view(1), clocks: [] });
  const [passed] = factsAt("cleared");
  stage.last.say({ k: "ev", seq: 2, facts: [passed!], changed: { "deal/trick": 2, "seats/2/last": passed }, clocks: [] });
  expect(live.view?.deal?.trick).toBe(2);
  expect(live.view?.deal?.log.map(({ event }) => event)).toEqual(["dealt", "passed"]);
  expect(told).toEqual([]);
});
