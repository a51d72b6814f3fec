import { expect, test } from "vitest";

import { roomOf } from "../src/rooms";
import { lastTrick } from "../src/table/tricks";
import type { Fact } from "../src/words/game";
import type { TableView } from "../src/protocol";
import { recorded } from "./recorded";

const { game, moment, changed } = recorded("gan_deng_yan");

const trickOf = (table: TableView, of = game) => lastTrick(roomOf(table), of, table);
const told = (table: TableView, of = game) =>
  trickOf(table, of)?.steps.map(({ seat, laid, won }) => `${seat} ${((laid?.cards as string[]) ?? []).join(" ")}${won ? " won" : ""}`.trim());
/** As it was when no more than this was told. */
const until = (table: TableView, ends: (fact: Fact) => boolean) => changed(table, {}, { log: table.deal!.log.slice(0, table.deal!.log.findIndex(ends)) });

test("before a trick is over there is none", () => {
  expect(trickOf(moment("leading"))).toBeNull();
  expect(trickOf(until(moment("cleared"), ({ event }) => event === "cleared"))).toBeNull();
});

test("the last one that is over, whatever was laid since, and who won it", () => {
  const second = moment("second trick");
  const first = until(second, ({ seq }) => seq === 10);
  expect(told(first)).toEqual(["1 10H", "0 JC won", "1"]);
  expect(told(until(second, ({ seq }) => seq === 8))).toEqual(told(first));
  expect(told(second)).toEqual(["0 8H", "1 9H won", "0"]);
  expect([trickOf(first)!.number, trickOf(second)!.number]).toEqual([1, 2]);
});

test("the trick in which a deal ends needs nobody to clear it", () => {
  expect(told(moment("over"))).toEqual(["2 4S 4C won"]);
  expect(trickOf(moment("over"))!.end).toBe("");
});

test("what lay face down is shown as it turned up, and what nobody has seen stays face down", () => {
  const [giog, lukFu] = [recorded("giog"), recorded("luk_fu")];
  expect(told(giog.moment("decided"), giog.game)).toEqual(["1 rR rH rC won", "2 rR rP bP", "0 rE bE bH"]);
  expect(told(lukFu.moment("may beat or surrender"), lukFu.game)).toEqual(["2 9S 9G 9K won", "0 back back back", "1 3G 7K 2K"]);
});
