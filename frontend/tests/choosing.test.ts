import { expect, test } from "vitest";

import { Choosing } from "../src/table/choosing.svelte";
import { roomOf } from "../src/rooms";
import { recorded } from "./recorded";

const { moment, changed } = recorded("giog");
const [leading, answering] = [moment("leading"), changed(moment("leading"), { phase: "answering" })]; // bP rP rP bC bC bR bE bA bA rA bG rG
const waiting = changed(answering, {}, { to_act: [0] });

let table = leading;
const choosing = () => new Choosing(() => table, () => roomOf(table));

test("what a hint chose for one question is not chosen for the next", () => {
  table = answering;
  const one = choosing();
  one.hint();
  expect(one.faces).toEqual(["bP"]);
  one.prune();
  expect(one.faces).toEqual(["bP"]);
  table = leading;
  one.prune();
  expect(one.faces).toEqual([]);
});

test("what is chosen at a decision does not outlive it", () => {
  table = leading;
  const one = choosing();
  one.toggle(one.held[0]!.key);
  table = waiting;
  one.prune();
  expect(one.faces).toEqual([]);
});

test("what is kept ready while others play stays chosen", () => {
  table = waiting;
  const one = choosing();
  one.toggle(one.held[1]!.key);
  table = changed(leading, {}, { trick: 2 });
  one.prune();
  expect(one.faces).toEqual(["rP"]);
});
