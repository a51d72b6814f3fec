import { describe, expect, test } from "vitest";

import type { Replay, TableView } from "../src/protocol";
import { decisionAfter, moveAt, movesOf } from "../src/replay/moves";
import { room as ganDengYan } from "../src/rooms/gan_deng_yan/room";
import { room as giog } from "../src/rooms/giog/room";
import { shownBy } from "../src/table/facts";
import { productOf, stakesOf, type Paid } from "../src/rooms/gan_deng_yan/payments";

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

const RECORD = {
  names: ["Ann", "Bob"],
  facts: FACTS,
  steps: FACTS.map(({ seq }) => ({ seq, hands: [], to_act: [], last: [], board: {} })),
} as unknown as Replay;
const moves = movesOf(RECORD, ganDengYan.moves);

describe("a deal is stepped through by what happened, not by single facts", () => {
  test("its moves", () => {
    expect(moves.map(({ facts }) => facts.length)).toEqual([1, 1, 1, 1, 3, 2, 1]);
    expect(moves.map(({ trick }) => trick)).toEqual([0, 1, 1, 1, 1, 2, 2]);
  });

  test("the decision that follows each, and whose it is", () => {
    expect(moves.map((move) => decisionAfter(RECORD, move))).toEqual([
      { decision: 2, seat: 0 },
      { decision: 3, seat: 1 },
      { decision: 4, seat: 0 },
      { decision: 5, seat: 1 },
      { decision: 5, seat: 1 },
      null,
      null,
    ]);
  });

  test("what stands out on its timeline", () => {
    const marked = (mark: "leads" | "turns" | "mark") => moves.flatMap((move, i) => (move[mark] ? [i + 1] : []));
    expect([marked("leads"), marked("turns"), marked("mark")]).toEqual([[2, 6], [3], [6]]);
  });

  test("what lies on the table, and whose play is to be beaten", () => {
    expect(moves.map(({ owner }) => owner)).toEqual([null, 0, 1, 1, null, 1, 1]);
    expect(moves.map(({ last }) => last.map((fact) => fact?.event))).toEqual([
      [undefined, undefined],
      ["laid", undefined],
      ["laid", "laid"],
      ["passed", "laid"],
      [undefined, undefined],
      [undefined, "laid"],
      [undefined, "laid"],
    ]);
  });

  test.each([
    ["1", 0],
    ["5", 4],
    ["", 0],
    ["0", 0],
    ["99", 6],
    ["no", 0],
    ["4x", 0],
    ["d2", 1], // the first whose seq is above 2: a decision has the seq after its number
    ["d4", 3],
    ["d99", 6],
  ])("a link to event %j", (number, place) => expect(moveAt(moves, number)).toBe(place));
});

const down = (seq: number, seat: number, action: string, more = {}) => {
  const cards = action.split("-");
  return { seq, event: "laid", seat, count: cards.length, down: true, ...more, to_eyes: { [seat]: { action, cards } } };
};

const PIECES = [
  { seq: 1, event: "shuffled" },
  { seq: 1, event: "stacked", layout: "rows", rows: [[1, 2], [3, 4]] },
  { seq: 1, event: "lots", dice: null, first: 1 },
  { seq: 2, event: "turned", seat: 1, action: "turn 1", stack: 1, pieces: ["bH"] },
  { seq: 3, event: "turned", seat: 0, action: "turn 3", stack: 3, pieces: ["bH"] },
  { seq: 3, event: "tied", seats: [0, 1] },
  { seq: 4, event: "took", seat: 1, action: "take 4", stack: 4, taken: [[3, 2], [4, 1]] },
  { seq: 4, event: "dealt", counts: [3, 3], to_eyes: { 0: { cards: ["rE", "rE", "rG"] }, 1: { cards: ["bE", "bE", "bP"] } } },
  down(5, 1, "bE-bE", { kind: "pair", lead: true }),
  down(6, 0, "rE-rE"),
  { seq: 6, event: "revealed", plays: [{ seat: 1, cards: ["bE", "bE"], kind: "pair", best: false }, { seat: 0, cards: ["rE", "rE"], kind: "pair", best: true }] },
  { seq: 6, event: "cleared", winner: 0 },
  down(7, 0, "rG", { kind: "single", lead: true }),
  down(8, 1, "bP"),
  { seq: 8, event: "revealed", plays: [{ seat: 0, cards: ["rG"], kind: "single", best: true }, { seat: 1, cards: ["bP"], kind: "single", best: false }] },
  { seq: 8, event: "beheaded", seat: 0 },
  { seq: 8, event: "scored", points: [0, 60] },
];

describe("pieces that were laid face down lie open in a replay", () => {
  const moves = movesOf({
    names: ["Ann", "Bob"],
    facts: PIECES,
    steps: PIECES.map(({ seq }) => ({ seq, hands: [], to_act: [], last: [], board: {} })),
  } as unknown as Replay, giog.moves);
  const events = (facts: Record<string, unknown>[]) => facts.map(({ event }) => event).join(" ");

  test("its moves", () => {
    expect(moves.map(({ facts, trick }, i) => [i + 1, events(facts), trick])).toEqual([
      [1, "stacked lots", 0],
      [2, "turned", 0],
      [3, "turned tied", 0],
      [4, "took dealt", 0],
      [5, "laid", 1],
      [6, "laid", 1],
      [7, "revealed", 1],
      [8, "cleared", 1],
      [9, "laid", 2],
      [10, "laid", 2],
      [11, "revealed beheaded", 2],
      [12, "scored", 2],
    ]);
    expect(moves.flatMap(({ leads }, i) => (leads ? [i + 1] : []))).toEqual([5, 9]);
    expect(moves.filter(({ turns }) => turns)).toEqual([]);
    expect(moves.findIndex(({ mark }) => mark?.name === "mark_beheaded") + 1).toBe(11);
  });

  test("nothing is the best before it is turned up", () => {
    expect(moves.map(({ owner }) => owner)).toEqual([null, null, null, null, null, null, 0, null, null, null, 0, 0]);
  });

  test("what each seat shows", () => {
    const shown = (number: number) => moves[number - 1]!.last.map((fact) => fact && [shownBy(fact).join("-"), fact.down]);
    expect(shown(3)).toEqual([["bH", undefined], ["bH", undefined]]);
    expect(shown(5)).toEqual([null, ["bE-bE", true]]);
    expect(shown(6)).toEqual([["rE-rE", true], ["bE-bE", true]]);
    expect(shown(7)).toEqual([["rE-rE", false], ["bE-bE", false]]);
    expect(shown(9)).toEqual([["rG", true], null]);
  });
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

describe("what is on the table", () => {
  const table = (chips: object[][], result: object | null = null) => ({ seats: chips.map((chips) => ({ chips })), deal: { result } }) as unknown as TableView;
  const [dealer, five, none] = [{ chip: "dealer" }, { chip: "stake", n: 5 }, { chip: "stake", n: 0 }];

  test("is read from the plates while the deal goes on", () => expect(stakesOf(table([[dealer, five], [none]]))).toEqual([5, 0]));
  test("is what the result says after it", () => expect(stakesOf(table([[], []], { stakes: [3, 2] }))).toEqual([3, 2]));
  test("is nothing where one does not play for it", () => expect(stakesOf(table([[dealer], []], {}))).toBeNull());
});
