import { describe, expect, test } from "vitest";

import type { Replay } from "../src/protocol";
import { moveAt, movesOf } from "../src/replay/moves";
import { productOf, type Paid } from "../src/table/payments";

const play = (seq: number, seat: number, kind: string) => ({ seq, event: "laid", seat, action: "4", cards: ["4S"], kind });

const FACTS = [
  { seq: 2, event: "shuffled" },
  { seq: 2, event: "dealt", dealer: 0 },
  play(3, 0, "single"),
  play(4, 1, "trip"),
  { seq: 5, event: "passed", seat: 0, action: "pass" },
  { seq: 5, event: "cleared", leader: 1 },
  { seq: 5, event: "drew", seat: 1 },
  { seq: 5, event: "drew", seat: 0 },
  play(6, 1, "pair"),
  { seq: 6, event: "went_out", seat: 1 },
  { seq: 6, event: "scored", winner: 1, points: [-4, 4] },
];

const moves = movesOf({
  facts: FACTS,
  steps: FACTS.map(({ seq }) => ({ seq, hands: [], to_act: [], last: [], board: {} })),
} as unknown as Replay);

describe("a deal is stepped through by what happened, not by single facts", () => {
  test("its moves", () => {
    expect(moves.map(({ mark, facts }) => [mark, facts.length])).toEqual([
      ["2", 1],
      ["3", 1],
      ["4", 1],
      ["5", 1],
      ["5+", 3],
      ["6", 2],
      ["6+", 1],
    ]);
    expect(moves.map(({ trick }) => trick)).toEqual([0, 1, 1, 1, 1, 2, 2]);
  });

  test("what stands out on its timeline", () => {
    const marked = (mark: "leads" | "turns" | "out") => moves.filter((move) => move[mark]).map((move) => move.mark);
    expect([marked("leads"), marked("turns"), marked("out")]).toEqual([["3", "6"], ["4"], ["6"]]);
  });

  test.each([
    ["4", 2],
    ["5+", 4],
    ["", 0],
    ["99", 6],
    ["no", 0],
  ])("a link to %j", (mark, place) => expect(moveAt(moves, mark)).toBe(place));
});

describe("a payment is written as the server reckoned it", () => {
  const ace = { what: "ace", times: 2, section: "8.3" };
  const paid = (more: Partial<Paid>): Paid => ({ seat: 1, cards: 5, public: 1, private: 1, factors: [], payment: 5, ...more });

  test.each([
    [paid({}), ""],
    [paid({ public: 4, payment: 20 }), "5 × 4 = 20"],
    [paid({ public: 2, private: 2, factors: [ace], payment: 20 }), "5 × 2 × 2 = 20"],
    [paid({ private: 4, factors: [ace, ace, { what: "cap", most: 12, section: "7.15" }], payment: 12 }), "5 × 2 × 2 → 12"],
  ])("%j", (one, product) => expect(productOf(one)).toBe(product));
});
