import { beforeEach, describe, expect, test } from "vitest";

import type { TableView } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import type { Moment } from "../src/table/buttons";
import { Choosing } from "../src/table/choosing.svelte";
import { shownIn } from "../src/table/facts";
import { heard, soundsOf } from "../src/table/hearing";
import { seatSentence } from "../src/table/sentences";
import { decidedTrick, takenIn, trickOf, turnsIn } from "../src/rooms/giog/tricks";
import { tell, wordsOf } from "../src/words/game";
import { roomOf } from "../src/rooms";
import { room as giog } from "../src/rooms/giog/room";
import { choice, laid, pieces, tableOf } from "./views";

const solidOf = (moment: Moment) => giog.solid(moment);
const secondOf = (moment: Moment) => giog.second(moment);

beforeEach(() => {
  settings.language = "en";
  settings.letters = "off";
});

const LED = { kind: "pair", count: 2 };
const asking = { phase: "answering", leader: 1, led: LED, laid: [null, laid(null, { kind: "pair" }), null, null] } as const;
const ANSWERS = [choice("rC-rC", "pair"), choice("bP-bP", "pair"), choice("rC-bP", "loose")];

function choosingAt(table: TableView, ...faces: string[]): Choosing {
  const choosing = new Choosing(() => table, () => roomOf(table));
  choosing.take(faces);
  return choosing;
}
const solid = (table: TableView, ...faces: string[]) => solidOf({ game: pieces, table, choosing: choosingAt(table, ...faces), late: false });

describe("the solid button of a table of pieces", () => {
  const board = { ...asking, laid: [...asking.laid] };
  const asked = tableOf(4, { hand: "bP bP rC rC", to_act: [0, 2, 3], choices: ANSWERS, board });
  const locked = tableOf(4, { hand: "bP bP rC rC", to_act: [2], locked: [0, 3], choices: ANSWERS, board, answer: { action: "rC-rC", cards: ["rC", "rC"] } });

  test("asks for as many pieces as were led", () => expect(solid(asked)).toEqual({ label: "Select 2 pieces", why: "", deed: "" }));
  test("locks in what is chosen", () => expect(solid(asked, "rC", "rC")).toMatchObject({ label: "Lock in 炮炮", deed: "lay" }));
  test("says why not", () => expect(solid(asked, "rC")).toMatchObject({ label: "You can’t play 炮 now", deed: "ask" }));
  test("takes an answer back that waits for the others", () => expect(solid(locked)).toMatchObject({ label: "Take it back", deed: "take_back" }));
  test("replaces it by another", () => expect(solid(locked, "bP", "bP")).toMatchObject({ label: "Lock in 卒卒", deed: "lay" }));

  test("names the type of a lead", () => {
    const table = tableOf(4, { hand: "rC rC", to_act: [0], choices: [choice("rC-rC", "pair")], board: { phase: "leading", leader: 0 } });
    expect(solid(table, "rC", "rC")).toMatchObject({ label: "Lead pair 炮炮", deed: "lay" });
  });

  test("of one who answers alone it lays, and nothing can be taken back", () => {
    const table = tableOf(2, { hand: "rC", to_act: [0], choices: [choice("rC", "single")], board: { ...board, led: { kind: "single", count: 1 } } });
    expect(solid(table, "rC")).toMatchObject({ label: "Play 炮" });
  });

  test("waits", () => {
    expect(solid(tableOf(4, { to_act: [2], board }))).toMatchObject({ label: "Waiting for Cen", deed: "" });
    expect(solid(tableOf(4, { to_act: [2, 3], board }))).toMatchObject({ label: "Waiting for the others", deed: "" });
  });

  test("leaves stacks to be chosen where they stand", () => {
    const table = tableOf(4, { to_act: [0], choices: [choice("turn 5", "turn"), choice("turn 12", "turn")], board: { phase: "turning" } });
    expect(solid(table)).toMatchObject({ label: "Choose a stack to turn up", deed: "" });
    expect([...choosingAt(table).targets.keys()]).toEqual([5, 12]);
  });

  test("leaves six orders of stacks to a question beside the hand", () => {
    const orders = ["left", "right", "alternate_left", "alternate_right", "ends_left", "ends_right"];
    const { kinds, board: questions, ...rest } = wordsOf(pieces);
    const named = Object.fromEntries(orders.map((order) => [order, { en: order }]));
    const asks = { board: { ...questions, directing: { en: "Which order?" } }, help: { directing: { en: "{stacks} of {size}" } } };
    const game = { ...pieces, words: { ...rest, kinds: { ...kinds, ...named }, ...asks } } as typeof pieces;
    const choices = orders.map((order) => choice(`direct ${order}`, order));
    const board = { phase: "directing", row: { stacks: 6, size: 5, section: "11.10" } } as const;
    const table = tableOf(3, { to_act: [0], default: "direct left", choices, board });
    const choosing = choosingAt(table);
    const question = giog.question({ game: game, table: table, choosing: choosing, late: false })!;
    expect(question).toMatchObject({ head: "Which order?", why: "6 of 5", section: "11.10" });
    expect(question.replies.map(({ action }) => action)).toEqual(orders.map((order) => `direct ${order}`));
    expect(question.replies.filter(({ main }) => main).map(({ label }) => label)).toEqual(["left"]);
    const moment = { game, table, choosing, late: false };
    expect(solidOf(moment)).toMatchObject({ label: "Answer the question first", deed: "" });
    expect(secondOf(moment)).toBeNull();
    const other = tableOf(3, { to_act: [1], board });
    expect(giog.question({ game, table: other, choosing: choosingAt(other), late: false })).toBeNull();
  });

  test("says yes to a question, the button beside it no", () => {
    const laying = [laid("rC rC", { kind: "pair" }), null, null];
    const table = tableOf(3, { to_act: [0], default: "expose", choices: [choice("conceal", "conceal"), choice("expose", "expose")], board: { phase: "exposing", laid: laying } });
    const moment = { game: pieces, table, choosing: choosingAt(table), late: false };
    expect(solidOf(moment)).toMatchObject({ label: "Expose 炮炮", deed: "call" });
    expect(secondOf(moment)).toMatchObject({ label: "Discard face down", deed: "call" });
    expect(secondOf({ ...moment, table: asked, choosing: choosingAt(asked) })).toBeNull();
  });
});

describe("choosing pieces", () => {
  test("an answer that waits lies on the cloth, not in the hand; hints are made of the rest", () => {
    const table = tableOf(4, { hand: "bP bP rC rC", locked: [0], to_act: [2], choices: ANSWERS, answer: { action: "rC-bP", cards: ["rC", "bP"] } });
    const choosing = choosingAt(table);
    expect(choosing.hand.map(({ face }) => face)).toEqual(["rC", "bP"]);
    expect(choosing.hints.map(({ action }) => action)).toEqual(["rC-bP"]);
  });

  test("the strongest stands first", () => {
    expect(choosingAt(tableOf(4, { hand: "bP rC bR rG" })).hand.map(({ face }) => face)).toEqual(["rG", "bR", "rC", "bP"]);
  });

  test("a letter names a type of either colour", () => {
    const choosing = choosingAt(tableOf(4, { hand: "bC rC rG" }));
    expect([choosing.more("C")?.face, choosing.more("C")?.face, choosing.more("C")]).toEqual(["rC", "bC", undefined]);
  });

  test("where not all choices were sent, the server says what a selection is", async () => {
    const table = tableOf(4, { hand: "bP bP rC rC", to_act: [0], more: true, choices: [choice("rC-rC", "pair")] });
    const choosing = choosingAt(table, "bP", "bP");
    expect([choosing.asks, choosing.reading]).toEqual([true, undefined]);
    const choices = [choice("bP-bP", "pair"), choice("under bP-bP", "under")];
    await choosing.ask(() => Promise.resolve({ k: "why", id: "", choices, code: "", text: {}, section: "" }));
    expect([choosing.asks, choosing.readings.map(({ action, kind }) => [action, kind])]).toEqual([
      false,
      [
        ["bP-bP", "pair"],
        ["under bP-bP", "under"],
      ],
    ]);
    choosing.take(["rC", "rC"]);
    expect([choosing.asks, choosing.reading?.kind]).toEqual([true, "pair"]);
  });
});

const PLAYS = [
  { seat: 1, cards: ["rH", "rH"], kind: "pair", best: false },
  { seat: 2, cards: ["bC", "bP"], kind: null, best: false },
];
const CLEARED = { event: "cleared", trick: 1, winner: 1, taken: 8, pot: 0, why: "highest", section: "5.3" };

describe("a trick on the cloth", () => {
  test("answers that are in lie face down, one's own to be seen", () => {
    const table = tableOf(4, { to_act: [2], locked: [0, 3], answer: { action: "rC-rC", cards: ["rC", "rC"] }, board: { ...asking, laid: [...asking.laid] } });
    const trick = trickOf({ ...table, deal: { ...table.deal!, log: [{ event: "laid", seat: 1, count: 2, kind: "pair", down: true, lead: true }] } })!;
    expect(trick.laid.map((set) => set && [set.count, set.cards])).toEqual([[2, ["rC", "rC"]], [2, null], null, [2, null]]);
    expect(trick.lies).toEqual(["sealed", "down", null, "sealed"]);
  });

  test("all that are turned up together turn in one step", () => {
    expect(turnsIn([{ event: "revealed", plays: PLAYS }, CLEARED], 3)).toEqual([null, 0, 0]);
  });

  test("those that are exposed in turn, one after the other", () => {
    const facts = [{ event: "revealed", plays: PLAYS.slice(0, 1) }, { event: "thrown_in", seat: 2, count: 2 }, { event: "exposed", seat: 0, pieces: ["rE", "rE"] }, CLEARED];
    expect(turnsIn(facts, 3)).toEqual([2, 0, 1]);
  });

  test("lies as it was decided", () => {
    const log = [
      { event: "laid", seat: 1, count: 2, down: true, lead: true },
      { event: "laid", seat: 2, count: 2, down: true },
      { event: "laid", seat: 0, count: 2, down: true, action: "bP-bP", cards: ["bP", "bP"] },
      { event: "revealed", plays: PLAYS.slice(0, 1) },
      { event: "thrown_in", seat: 2, count: 2 },
      { event: "thrown_in", seat: 0, count: 2, pieces: ["bP", "bP"] },
      CLEARED,
    ];
    const previous = { trick: 1, leader: 1, winner: 1, taken: 6, led: LED, laid: [laid("bP bP"), laid("rH rH", { kind: "pair", best: true }), laid(null)] };
    const trick = decidedTrick(tableOf(3, { trick: 2, log, board: { phase: "leading", previous } }), log)!;
    expect([trick.lies, trick.turns, trick.end]).toEqual([["thrown", "up", "thrown"], [2, 0, 1], CLEARED]);
    expect(trickOf(tableOf(3, { trick: 2, log, board: { phase: "leading", previous } }))!.lies).toEqual([null, null, null]);
  });
});

test("stacks are taken round by round, in the order of priority", () => {
  const facts = [{ event: "took", seat: 2, action: "take 8", stack: 8, taken: [[6, 3], [7, 4], [8, 5]] }];
  const table = tableOf(3, { board: { priority: [2, 1, 0] } });
  expect(takenIn(facts, table).map(({ stack, seat }) => `${stack}:${seat}`)).toEqual(["8:2", "7:1", "6:0", "5:2", "4:1", "3:0"]);
});

describe("what is told of pieces", () => {
  const names = ["Ann", "Bob", "Cen"];
  test.each([
    [{ event: "turned", seat: 1, action: "turn 7", stack: 7, pieces: ["bH"] }, "Bob turns up stack 7: 馬"],
    [{ event: "ordered", order: [2, 0, 1], section: "3.2", by: 2 }, "The order is Cen, you, Bob."],
    [{ event: "dealt", counts: [10, 10, 10], cards: ["rG"] }, "Everybody has 10 pieces."],
    [{ event: "laid", seat: 1, count: 2, kind: "pair", down: true, lead: true, key: "led" }, "Bob leads face down: pair"],
    [{ event: "laid", seat: 0, action: "rC-rC", cards: ["rC", "rC"], kind: "pair", down: true, lead: true, key: "led" }, "You lead 炮炮: pair"],
    [{ event: "laid", seat: 1, count: 2, under: true, key: "laid_under" }, "Bob puts 2 under the pile"],
    [{ event: "laid", seat: 1, count: 1, action: "rG", cards: ["rG"], kind: "single", key: "laid_up" }, "Bob lays 帥 on top"],
    [{ event: "cleared", winner: 0, taken: 8, pot: 0, why: "highest", by: 0 }, "You take 8 pieces. It was the highest that counts."],
    [{ event: "cleared", winner: null, taken: 0, pot: 6, why: "set_aside", key: "cleared_none" }, "Nobody takes the trick; 6 pieces lie in the pot."],
    [{ event: "scored", points: [30, 30, 0], winners: [0, 1] }, "Ann +½, Bob +½, Cen 0"],
    [{ event: "sealed", seat: 1 }, ""],
  ])("%j", (fact, line) => expect(tell(pieces, fact, names, 0)).toBe(line));

  test("who is in, and who chooses again", () => {
    const table = tableOf(3);
    expect(heard(pieces, [{ event: "sealed", seat: 1 }], table)).toBe("Bob has chosen.");
    expect(heard(pieces, [{ event: "sealed", seat: 0, action: "rC", cards: ["rC"] }], table)).toBe("You have chosen.");
    expect(heard(pieces, [{ event: "unsealed", seat: 1 }], table)).toBe("Bob is choosing again.");
  });

  test("what a reveal shows, play by play", () => {
    expect(shownIn({ event: "revealed", plays: PLAYS }, pieces).map(({ seat, kind }) => [seat, kind])).toEqual([
      [1, "pair"],
      [2, "does not count"],
    ]);
  });

  test("a seat in a sentence: what lies before it, and what it took", () => {
    const board = { ...asking, laid: [...asking.laid], captured: [0, 4, 8, 0] };
    const table = tableOf(4, { to_act: [0, 2], locked: [3], board });
    expect(seatSentence(giog, pieces, table, 1, 1)).toBe("To your right: Bob, 4 captured, 8 pieces, pair, 2 face down, total 0");
    expect(seatSentence(giog, pieces, table, 3, 3)).toBe("To your left: Dai, ready, 0 captured, 8 pieces, 2 face down, total 0");
    expect(giog.turn(pieces, table)).toBe("Your turn, led: pair, Lay 2.");
  });

  test("the bell rings once for a question that several are asked", () => {
    const table = tableOf(4, { to_act: [0, 2, 3], board: { ...asking, laid: [...asking.laid] } });
    expect(soundsOf(giog, [{ event: "laid", seat: 1, count: 2, down: true, lead: true }], tableOf(4, { to_act: [1] }), table)).toEqual(["lay", "turn"]);
    expect(soundsOf(giog, [{ event: "sealed", seat: 3 }], table, tableOf(4, { to_act: [0, 2], locked: [3] }))).toEqual(["lay"]);
  });
});
