import { expect, test } from "vitest";

import written from "../../tests/engine/fair_order.json";
import { Adding, known, type Shelf } from "../src/fair/adding";
import { check, drawFaces, keyOf, promiseOf, sealOf, type Added } from "../src/fair/order";
import type { Fact } from "../src/words/game";

interface Vector {
  deal: string;
  secret: string;
  seal: string;
  added: Added[];
  key: string;
  faces: string[];
  sides: number[];
  order: string[];
  lots: number[];
}
const vectors: Vector[] = written; // the tests in Python read it too

function shuffleOf({ deal, secret, seal, added, order, lots, sides }: Vector): Fact & { hidden: Record<string, unknown> } {
  return structuredClone({ event: "shuffled", deal: 3, id: deal, seal, added, hidden: { order, lots, sides, secret } });
}

test.each(vectors)("the cards of $seal are those of the server's language", (vector) => {
  expect(sealOf(vector.deal, vector.secret)).toBe(vector.seal);
  const key = keyOf(vector.deal, vector.secret, vector.added);
  expect(Array.from(key, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(vector.key);
  expect(drawFaces(key, [...vector.faces].reverse(), vector.sides)).toEqual({ order: vector.order, lots: vector.lots });
  expect(check(shuffleOf(vector))).toMatchObject({ sealed: true, kept: true, differs: 0, cards: vector.order.length });
});

test("what was changed does not match", () => {
  const vector = vectors[1]!;
  const swapped = shuffleOf(vector);
  const cards = swapped.hidden.order as string[];
  const other = cards.findIndex((face, i) => i > 9 && face !== cards[9]);
  [cards[9], cards[other]] = [cards[other]!, cards[9]!];
  expect(check(swapped)).toMatchObject({ sealed: true, kept: true, differs: 10 });
  const secret = shuffleOf(vector);
  secret.hidden.secret = "11".repeat(32);
  expect(check(secret)).toMatchObject({ sealed: false });
  const number = shuffleOf(vector);
  (number.added as Added[])[0]!.number = "11".repeat(32);
  expect(check(number)).toMatchObject({ sealed: true, kept: false });
  const lot = shuffleOf(vector);
  (lot.hidden.lots as number[])[0]! += 1;
  expect(check(lot)!.differs).toBeGreaterThan(0);
  for (const missing of ["seal", "id"]) {
    const { [missing]: _, ...rest } = shuffleOf(vector);
    expect(check(rest as Fact)).toMatchObject({ sealed: false });
  }
  expect(check({ event: "shuffled", deal: 1, hidden: { order: ["3S"], lots: [0] } })).toBeNull();
});

class Board implements Shelf {
  kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, text: string) => void this.kept.set(key, text);
}
const NUMBER = "5a".repeat(32);

function adding(shelf: Shelf) {
  const sent: unknown[] = [];
  const send = (command: unknown) => {
    sent.push(command);
    return Promise.resolve({ k: "ok", id: "", seq: 0 } as const);
  };
  return { sent, adding: new Adding(send, shelf, () => NUMBER) };
}

test("who sits promises a number, and uncovers it once all promises are told", () => {
  const shelf = new Board();
  const { sent, adding: one } = adding(shelf);
  one.pledged({ k: "pledged", deal: "ab-1", seal: "s1" }, false);
  expect(sent).toEqual([]);
  one.look(true);
  one.look(true);
  const promised = promiseOf("s1", NUMBER);
  expect(sent).toEqual([{ k: "add", deal: "ab-1", promised }]);
  one.uncovering({ k: "uncovering", deal: "ab-1", seal: "other", added: [{ seat: 0, promised }] });
  one.uncovering({ k: "uncovering", deal: "ab-1", seal: "s1", added: [{ seat: 0, promised: "not mine" }] });
  one.uncovering({ k: "uncovering", deal: "ab-2", seal: "s1", added: [{ seat: 0, promised }] });
  expect(sent).toHaveLength(1);
  one.uncovering({ k: "uncovering", deal: "ab-1", seal: "s1", added: [{ seat: 0, promised }] });
  expect(sent[1]).toEqual({ k: "uncover", deal: "ab-1", number: NUMBER });
  expect(known(shelf, "ab-1")).toEqual({ seal: "s1", number: NUMBER, uncovered: true, again: 0 });
});

test("a page that is loaded again keeps its number, and a second seal after the number was given is noted", () => {
  const shelf = new Board();
  const first = adding(shelf);
  first.adding.pledged({ k: "pledged", deal: "ab-1", seal: "s1" }, true);
  const second = adding(shelf);
  second.adding.pledged({ k: "pledged", deal: "ab-1", seal: "s1" }, true);
  expect(second.sent).toEqual(first.sent);
  second.adding.uncovering({ k: "uncovering", deal: "ab-1", seal: "s1", added: [{ seat: 0, promised: promiseOf("s1", NUMBER) }] });
  second.adding.pledged({ k: "pledged", deal: "ab-1", seal: "s2" }, true);
  expect(known(shelf, "ab-1")).toMatchObject({ seal: "s2", uncovered: false, again: 1 });
  second.adding.pledged({ k: "pledged", deal: "ab-1", seal: "" }, true);
  expect(known(shelf, "ab-1")).toMatchObject({ seal: "", again: 1 });
});

test("a seal that is withdrawn is forgotten", () => {
  const shelf = new Board();
  const { adding: one } = adding(shelf);
  one.pledged({ k: "pledged", deal: "ab-1", seal: "s1" }, true);
  one.pledged({ k: "pledged", deal: "ab-1", seal: "" }, true);
  expect(known(shelf, "ab-1")).toBeNull();
});
