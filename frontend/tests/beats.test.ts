import { expect, test } from "vitest";

import type { TableView } from "../src/protocol";
import type { Room } from "../src/rooms/room";
import { beatOf, dearerBy } from "../src/table/beats";
import type { Fact } from "../src/words/game";
import { recorded } from "./recorded";

const { moment, factsAt } = recorded("gan_deng_yan");
const times = new Map<TableView, number>();
const room = { beats: { went_out: "out", broke_in: "burn" }, dearer: (table) => times.get(table) ?? 1 } as Pick<Room, "beats" | "dearer"> as Room;
const costing = (n: number) => {
  const table = moment("over");
  times.set(table, n);
  return table;
};
const [cheap, dear] = [costing(2), costing(4)];
const [laid, out] = factsAt("over") as [Fact, Fact]; // Cen's last
const [passed] = factsAt("cleared") as [Fact];

test("what a room names has its beat, other facts have none", () => {
  expect(beatOf(room, [laid, out], cheap, cheap)).toEqual({ name: "out", seat: 2 });
  expect(beatOf(room, [laid, passed], cheap, cheap)).toBeNull();
});

test("of several beats there is one, whichever comes first in the facts", () => {
  const broken = { event: "broke_in", seat: 1 };
  for (const facts of [[broken, laid, out], [out, laid, broken]]) expect(beatOf(room, facts, cheap, dear)).toEqual({ name: "burn", seat: 1 });
});

test("a play that makes the deal dearer is a bomb, and what makes it dearer without a play is none", () => {
  expect(beatOf(room, [laid, out], cheap, dear)).toEqual({ name: "bomb", seat: 2 });
  expect(dearerBy(room, [laid], cheap, dear)).toBe(2);
  expect(dearerBy(room, [{ ...passed, event: "doubled" }], cheap, dear)).toBeNull();
  expect(dearerBy(room, [laid], dear, cheap)).toBeNull();
});

test("who has just come sees a table and no beat", () => {
  expect(dearerBy(room, [laid], null, dear)).toBeNull();
});
