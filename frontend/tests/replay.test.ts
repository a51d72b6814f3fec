import { describe, expect, test } from "vitest";

import { decisionAfter, moveAt, movesOf } from "../src/replay/moves";
import { linesOf } from "../src/replay/telling";
import { room as ganDengYan } from "../src/rooms/gan_deng_yan/room";
import { room as giog } from "../src/rooms/giog/room";
import { shownBy } from "../src/table/facts";
import { accountOf, productOf, stakesOf, type Paid } from "../src/rooms/gan_deng_yan/payments";
import { recorded } from "./recorded";

const { moment, deal } = recorded("gan_deng_yan");
const RECORD = deal("bomb");
const moves = movesOf(RECORD, ganDengYan.moves);

describe("a deal is stepped through by what happened, not by single facts", () => {
  test("its moves", () => {
    expect(moves.map(({ facts }) => facts.map(({ event }) => event).join(" "))).toEqual([
      "dealt", "laid", "passed", "cleared drew drew", "laid", "laid", "passed", "cleared drew drew", "laid", "passed", "cleared drew drew", "laid went_out", "scored",
    ]);
    expect(moves.map(({ trick }) => trick)).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4]);
  });

  test("the decision that follows each, and whose it is", () => {
    const after = moves.map((move) => decisionAfter(RECORD, move));
    expect(after.map((next) => next && `${next.decision} of ${next.seat}`)).toEqual([
      "1 of 0", "2 of 1", "3 of 0", "3 of 0", "4 of 1", "5 of 0", "6 of 1", "6 of 1", "7 of 0", "8 of 1", "8 of 1", null, null,
    ]);
  });

  test("what stands out on its timeline", () => {
    const marked = (mark: "leads" | "turns" | "mark") => moves.flatMap((move, i) => (move[mark] ? [i + 1] : []));
    expect([marked("leads"), marked("turns"), marked("mark")]).toEqual([[2, 5, 9, 12], [6], [12]]);
  });

  test("what lies on the table, and whose play is to be beaten", () => {
    expect(moves.map(({ owner }) => owner)).toEqual([null, 0, 0, null, 0, 1, 1, null, 1, 1, null, 1, 1]);
    expect(moves.map(({ last }) => last.map((fact) => fact?.event ?? "-").join(" "))).toEqual([
      "- -", "laid -", "laid passed", "- -", "laid -", "laid laid", "passed laid", "- -", "- laid", "passed laid", "- -", "- laid", "- laid",
    ]);
  });

  test.each([
    ["1", 0],
    ["5", 4],
    ["", 0],
    ["0", 0],
    ["99", 12],
    ["no", 0],
    ["4x", 0],
    ["d2", 2], // the first whose seq is above 2: a decision has the seq after its number
    ["d4", 5],
    ["d99", 12],
  ])("a link to event %j", (number, place) => expect(moveAt(moves, number)).toBe(place));
});

describe("a move in lines", () => {
  const { game: climbing, deal } = recorded("gan_deng_yan");
  const { names, facts } = deal("bomb");
  const atTheEnd = facts.filter(({ seq, event }) => seq === 6 && event !== "passed");

  test("all draws of a trick's end are one", () =>
    expect(linesOf(climbing, names, atTheEnd)).toEqual(["The cards are cleared; Bob played last and leads.", "drawn: Bob 2♣, Ann 8♥"]));

  test("what only some saw while the deal lasted is told with it", () => {
    const drew = { ...atTheEnd.find(({ event }) => event === "drew")!, hidden: undefined, cards: ["2C"] }; // as Luk Fu tells what is given up
    expect(linesOf(climbing, names, [drew])).toEqual(["Bob draws 1, 2♣"]);
    expect(linesOf(climbing, names, [{ ...drew, to_eyes: undefined }])).toEqual(["Bob draws 1"]);
  });

  test("a fact without words makes none", () => expect(linesOf(climbing, names, facts.filter(({ event }) => event === "shuffled"))).toEqual([]));
});

describe("pieces that were laid face down lie open in a replay", () => {
  const moves = movesOf(recorded("giog").deal("beheaded"), giog.moves);
  const events = (facts: Record<string, unknown>[]) => facts.map(({ event }) => event).join(" ");

  test("its moves", () => {
    const told = moves.map(({ facts, trick }) => `${events(facts)} ${trick}`);
    expect(told.slice(0, 9)).toEqual(["stacked lots 0", "turned 0", "turned ordered 0", "took dealt 0", "laid 1", "laid 1", "revealed 1", "cleared 1", "laid 2"]);
    expect(told.slice(-6)).toEqual(["cleared 6", "laid 7", "laid 7", "revealed beheaded 7", "cleared 7", "scored 7"]);
    expect(moves.flatMap(({ leads }, i) => (leads ? [i + 1] : []))).toEqual([5, 9, 13, 17, 21, 25, 29]);
    expect(moves.filter(({ turns }) => turns)).toEqual([]);
    expect(moves.findIndex(({ mark }) => mark?.name === "mark_beheaded") + 1).toBe(31);
  });

  test("nothing is the best before it is turned up", () => {
    expect(moves.slice(0, 9).map(({ owner }) => owner)).toEqual([null, null, null, null, null, null, 1, null, null]);
  });

  test("what each seat shows", () => {
    const shown = (number: number) => moves[number - 1]!.last.map((fact) => fact && [shownBy(fact).join("-"), fact.down]);
    expect(shown(3)).toEqual([["rR", undefined], ["rE", undefined]]);
    expect(shown(5)).toEqual([null, ["bA-bA", true]]);
    expect(shown(6)).toEqual([["bP-bP", true], ["bA-bA", true]]);
    expect(shown(7)).toEqual([["bP-bP", false], ["bA-bA", false]]);
    expect(shown(9)).toEqual([null, ["rR-rH-rC", true]]);
  });
});

describe("a payment is written as the server reckoned it", () => {
  const ace = { what: "ace", times: 2, section: "8.3" };
  const [plain] = accountOf(moment("over"))!.payments as [Paid]; // of 8 cards
  const paid = (more: Partial<Paid>): Paid => ({ ...plain, cards: 5, ...more });

  test.each([
    [paid({}), ""],
    [paid({ public: 4, payment: 20 }), "5 × 4 = 20"],
    [paid({ public: 2, private: 2, factors: [ace], payment: 20 }), "5 × 2 × 2 = 20"],
    [paid({ private: 4, factors: [ace, ace, { what: "cap", most: 12, section: "7.15" }], payment: 12 }), "5 × 2 × 2 → 12"],
  ])("%j", (one, product) => expect(productOf(one)).toBe(product));
});

describe("what is on the table", () => {
  test("is read from the plates while the deal goes on", () => expect(stakesOf(moment("stakes"))).toEqual([5, 5]));
  test("is what the result says after it", () => expect(stakesOf(moment("stakes after"))).toEqual([10, 0]));
  test("is nothing where one does not play for it", () => expect([stakesOf(moment("leading")), stakesOf(moment("over"))]).toEqual([null, null]));
});
