import { expect, test } from "vitest";

import type { No, SeatView, TableView } from "../src/protocol";
import { takeChair } from "../src/table/arriving";
import { recorded } from "./recorded";

type Chairs = Pick<TableView, "phase" | "seats">;
const [chair] = recorded("gan_deng_yan").moment("leading").seats as [SeatView];
const seat = (player: string, more: Partial<SeatView> = {}): SeatView => ({ ...chair, player, ...more });
const table = (phase: string, ...seats: SeatView[]): Chairs => ({ phase, seats });
const [person, bot, empty] = [seat("person"), seat("bot"), seat("empty")];
const no = (code: string): No => ({ k: "no", id: "", code, text: {}, section: "" });

/** What is sent by somebody who comes to a table, where each command finds what `then` makes of it: another table and a refusal, or a chair. */
async function arrive(before: Chairs, ...then: [Chairs, string][]) {
  const sent: string[] = [];
  let now = before;
  const refusal = await takeChair(
    () => now,
    async ({ k, seat, name }) => {
      sent.push(`${k} ${seat} ${name}`);
      const next = then.shift();
      if (!next) return { k: "ok", id: "", seq: 1 };
      now = next[0];
      return no(next[1]);
    },
    "Ann",
  );
  return [...sent, ...(refusal ? [refusal.code] : [])];
}

test("an empty chair is taken before a bot's, and a bot's before that of somebody who has left", async () => {
  const left = seat("person", { autopilot: true });
  expect(await arrive(table("gathering", person, bot, empty))).toEqual(["sit 2 Ann"]);
  expect(await arrive(table("between", person, left, bot))).toEqual(["sit 2 Ann"]);
  expect(await arrive(table("between", person, left, person))).toEqual(["sit 1 Ann"]);
});

test("while a deal is played a bot's chair that nobody has reserved is reserved", async () => {
  expect(await arrive(table("playing", person, seat("bot", { reserved: "Ben" }), bot))).toEqual(["reserve 2 Ann"]);
});

test("the next free chair is tried after one that somebody else has taken", async () => {
  const after = table("gathering", person, person, empty);
  expect(await arrive(table("gathering", person, empty, empty), [after, "seat_taken"])).toEqual(["sit 1 Ann", "sit 2 Ann"]);
});

test("a deal that begins or ends meanwhile changes the command", async () => {
  const [between, playing] = [table("between", person, bot), table("playing", person, bot)];
  expect(await arrive(between, [playing, "mid_deal"])).toEqual(["sit 1 Ann", "reserve 1 Ann"]);
  expect(await arrive(playing, [between, "not_playing"])).toEqual(["reserve 1 Ann", "sit 1 Ann"]);
});

test("who finds no chair looks on, and does not ask for one twice", async () => {
  const full = table("gathering", person, person);
  expect(await arrive(table("gathering", person, empty), [full, "seat_taken"])).toEqual(["sit 1 Ann"]);
  const stale = table("playing", person, bot);
  expect(await arrive(stale, [stale, "reserved"])).toEqual(["reserve 1 Ann"]);
  expect(await arrive(table("finished", person, bot))).toEqual([]);
});

test("any other refusal is told, and ends it", async () => {
  const open = table("gathering", person, empty, empty);
  expect(await arrive(open, [open, "slow_down"])).toEqual(["sit 1 Ann", "slow_down"]);
});
