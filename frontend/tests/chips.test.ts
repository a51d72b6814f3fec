import { describe, expect, test } from "vitest";

import type { SeatView } from "../src/protocol";
import type { ChipLook, Room } from "../src/rooms/room";
import { chipsOf, roughCount, saysSeat, shownChips } from "../src/table/chips";

const LOOKS: Record<string, ChipLook> = {
  dealer: {},
  first: { early: true },
  priority: { next: true },
  over_ten: { counts: true, elsewhere: true },
  out: { seat: "out" },
};
const room = { chip: ({ chip }: Record<string, unknown>) => LOOKS[chip as string] } as unknown as Room;
const seated = (cards: number | null, ...names: string[]) => ({ cards, chips: names.map((chip) => ({ chip })) }) as unknown as SeatView;
const chips = chipsOf(room, seated(null, "dealer", "first", "priority", "over_ten", "newer"));
const named = (begun: boolean, takes: boolean) => shownChips(chips, begun, takes).map(({ sent }) => sent.chip);

describe("the chips of a plate", () => {
  test("are those that nothing else shows, and one that is newer than the page", () => expect(named(false, false)).toEqual(["dealer", "first", "priority", "newer"]));
  test("how it came to the play is not said any more", () => expect(named(true, false)).not.toContain("first"));
  test("the next trick is not spoken of while this one is taken", () => expect(named(false, true)).not.toContain("priority"));
});

test("a chip says what the seat is", () => {
  const out = chipsOf(room, seated(0, "out"));
  expect([saysSeat(out, "out"), saysSeat(out, "aside"), saysSeat(chips, "out")]).toEqual([true, false, false]);
});

test("the number of cards is told roughly only where it is secret", () => {
  expect(roughCount(seated(null), chips)).toEqual({ chip: "over_ten" });
  expect(roughCount(seated(4), chips)).toBeUndefined();
  expect(roughCount(seated(null), [])).toBeUndefined();
});
