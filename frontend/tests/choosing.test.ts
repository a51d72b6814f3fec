import { expect, test } from "vitest";

import { Choosing } from "../src/table/choosing.svelte";
import { roomOf } from "../src/rooms";
import { choice, tableOf } from "./views";

const HAND = "rP bP rC";
const asked = (phase: "exposing" | "leading", trick = 1) => tableOf(3, { hand: HAND, to_act: [0], trick, board: { phase }, choices: [choice("rP", "single")] });
const waiting = () => tableOf(3, { hand: HAND, to_act: [1], board: { phase: "answering" } });

let table = asked("exposing");
const choosing = () => new Choosing(() => table, () => roomOf(table));

test("what a hint chose for one question is not chosen for the next", () => {
  table = asked("exposing");
  const one = choosing();
  one.hint();
  expect(one.faces).toEqual(["rP"]);
  one.prune();
  expect(one.faces).toEqual(["rP"]);
  table = asked("leading");
  one.prune();
  expect(one.faces).toEqual([]);
});

test("what is chosen at a decision does not outlive it", () => {
  table = asked("leading");
  const one = choosing();
  one.toggle(one.held[0]!.key);
  table = waiting();
  one.prune();
  expect(one.faces).toEqual([]);
});

test("what is kept ready while others play stays chosen", () => {
  table = waiting();
  const one = choosing();
  one.toggle(one.held[1]!.key);
  table = asked("leading", 2);
  one.prune();
  expect(one.faces).toEqual(["bP"]);
});
