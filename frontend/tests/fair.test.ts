import { Point } from "@noble/ed25519";
import { expect, test } from "vitest";

import written from "../../tests/engine/fair_order.json";
import { Adding, known, type Own, type Shelf, type Sitting } from "../src/fair/adding";
import { check, compare, verdictOf, type Known } from "../src/fair/checking";
import { drawFaces, keyOf, listOf, promiseOf, sealOf, startOf, textToSign, type Added, type Head, type Kind } from "../src/fair/order";
import { isKey, keyOfPrivate, sign, verify } from "../src/fair/signing";
import type { Promised } from "../src/protocol";
import type { Fact } from "../src/words/game";

interface Vector {
  kind: Kind;
  deal: string;
  secret: string;
  seal: string;
  head?: Head;
  start?: string;
  list?: string;
  private?: Record<string, string>;
  added: Added[];
  key: string;
  faces: string[];
  sides: number[];
  order: string[];
  lots: number[];
}
const vectors = written as unknown as Vector[]; // the tests in Python read it too

function shuffleOf({ deal, secret, seal, start, added, order, lots, sides }: Vector): Fact & { hidden: Record<string, unknown> } {
  return structuredClone({ event: "shuffled", deal: 3, id: deal, seal, ...(start ? { start } : {}), added, hidden: { order, lots, sides, secret } });
}

test.each(vectors)("the cards of $seal are those of the server's language", (vector) => {
  const { kind, deal, secret, seal, added } = vector;
  expect(sealOf(deal, secret, kind)).toBe(seal);
  const key = keyOf(deal, secret, vector.start ?? "", added, kind);
  expect(Array.from(key, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(vector.key);
  expect(drawFaces(key, [...vector.faces].reverse(), vector.sides)).toEqual({ order: vector.order, lots: vector.lots });
  expect(check(shuffleOf(vector), null, [], vector.head)).toMatchObject({ kind, sealed: true, kept: true, differs: 0, cards: vector.order.length, quarrels: [] });
  if (kind === 2) expect([startOf(secret, vector.head!), listOf(seal, vector.start!, added)]).toEqual([vector.start, vector.list]);
  for (const { seat, number, key, signed } of kind === 2 ? added.filter(({ number }) => number) : []) {
    const secret = vector.private![seat]!;
    expect([keyOfPrivate(secret), sign(secret, textToSign(vector.list!, seat, number))]).toEqual([key, signed]);
    expect(verify(key!, signed!, textToSign(vector.list!, seat, number))).toBe(true);
    expect(verify(key!, signed!, textToSign(vector.list!, seat + 1, number))).toBe(false);
  }
});

test.each(vectors.filter(({ added, order }) => added.some(({ number }) => number) && order.length > 9))("what was changed does not match ($kind)", (vector) => {
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

test("keys of small order, and such as are not written as they should be, are none", () => {
  const small = ["01" + "00".repeat(31), "ec" + "ff".repeat(30) + "7f", "00".repeat(32), "00".repeat(31) + "80"];
  const eighth = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
  const eighths = [1n, 3n, 5n, 7n].map((n) => eighth.multiply(n, false).toHex());
  const large = ["ed", "ee", "ff"].map((low) => low + "ff".repeat(30) + "7f");
  for (const key of [...small, ...eighths, ...large, "", "11".repeat(31), "AA".repeat(32)]) expect(isKey(key), key).toBe(false);
  const nothing = "01" + "00".repeat(63); // R is the neutral point, S is 0: under a key of order 1 it fits every text
  expect(verify(small[0]!, nothing, "anything")).toBe(false);
  for (let y = 2; y < 12; y++) expect(verify(y.toString(16).padStart(2, "0") + "00".repeat(31), nothing, "anything")).toBe(false);
});

class Board implements Shelf {
  kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, text: string) => void this.kept.set(key, text);
}
const [NUMBER, PRIVATE, SECRET, DEAL] = ["5a".repeat(32), "6b".repeat(32), "7c".repeat(32), "ab-1"];
const KEY = keyOfPrivate(PRIVATE);
const SEAL = sealOf(DEAL, SECRET);
const HEAD: Head = { game: "gan_deng_yan", rules: {}, setup: { players: 3 } };
const START = startOf(SECRET, HEAD);
const PROMISED = promiseOf(SEAL, KEY, NUMBER);
const ANN: Sitting = { you: 0, people: [0, 1], bots: [2] };
const PLEDGED = { k: "pledged", deal: DEAL, seal: SEAL } as const;

/** What another honest person at seat 1 adds. */
const BEN = { number: "8d".repeat(32), private: "9e".repeat(32) };
const BENS: Promised = { seat: 1, promised: promiseOf(SEAL, keyOfPrivate(BEN.private), BEN.number) };
const LIST: Promised[] = [{ seat: 0, promised: PROMISED }, BENS];

function adding(shelf: Shelf, taken = true, drawn = [NUMBER, PRIVATE], left: Own | null = null) {
  const sent: unknown[] = [];
  const told: string[][] = [];
  const send = (command: unknown) => {
    sent.push(command);
    return Promise.resolve(taken ? ({ k: "ok", id: "", seq: 0 } as const) : ({ k: "no", id: "", code: "number_late", text: {}, section: "" } as const));
  };
  const one = new Adding(send, shelf, () => drawn.shift() ?? NUMBER, (quarrels) => told.push(quarrels.map(({ what }) => what)), left);
  return { sent, told, one };
}

function uncovering(added: Promised[] = LIST, seal = SEAL) {
  return { k: "uncovering", deal: DEAL, seal, start: START, added } as const;
}

function given(list: readonly Promised[], seat: number, number: string, secret: string): Added {
  const key = keyOfPrivate(secret);
  return { seat, promised: promiseOf(SEAL, key, number), number, key, signed: sign(secret, textToSign(listOf(SEAL, START, list), seat, number)) };
}

/** The fact of an honest deal. */
function honest(): Fact {
  const added = [given(LIST, 0, NUMBER, PRIVATE), given(LIST, 1, BEN.number, BEN.private)]; // seat 2 is a bot's
  return { event: "shuffled", deal: 1, id: DEAL, seal: SEAL, start: START, added };
}

/** A browser that has uncovered its number, and knows whether that was acknowledged. */
async function uncovered(shelf: Shelf = new Board(), taken = true) {
  const all = adding(shelf, taken);
  all.one.pledged(PLEDGED, ANN);
  all.one.uncovering(uncovering(), ANN);
  await Promise.resolve();
  return { ...all, shelf };
}

test("who sits promises a number, and uncovers it once all promises are told, signed for them", async () => {
  const shelf = new Board();
  const { sent, told, one } = adding(shelf);
  one.pledged(PLEDGED, { you: null, people: [0, 1], bots: [] });
  expect(sent).toEqual([]);
  one.look(ANN);
  one.look(ANN);
  expect(sent).toEqual([{ k: "add", deal: DEAL, promised: PROMISED }]);
  one.uncovering({ ...uncovering(), deal: "ab-2" }, ANN);
  expect(sent).toHaveLength(1);
  expect(known(shelf, DEAL)).toMatchObject({ promised: [PROMISED], number: "", uncovered: false });
  expect([...(shelf.kept.values())].join()).not.toMatch(new RegExp(`${PRIVATE}|${NUMBER}`));
  one.uncovering(uncovering(), ANN);
  await Promise.resolve();
  expect(sent[1]).toEqual({ k: "uncover", deal: DEAL, ...(({ number, key, signed }) => ({ number, key, signed }))(given(LIST, 0, NUMBER, PRIVATE)) });
  expect(known(shelf, DEAL)).toMatchObject({ seal: SEAL, number: NUMBER, start: START, list: LIST, seat: 0, uncovered: true, taken: true, again: 0 });
  expect(one.shuffled(honest(), ANN)).toEqual([]);
  expect(told).toEqual([]);
});

test.each<[string, Promised[], string, Sitting, string]>([
  ["another seal", LIST, "44".repeat(32), ANN, "other_seal"],
  ["no promise of its own", [BENS], SEAL, ANN, "not_listed"],
  ["its promise at another seat", [{ seat: 1, promised: PROMISED }], SEAL, ANN, "moved"],
  ["its promise at two seats", [...LIST.slice(0, 1), { seat: 1, promised: PROMISED }], SEAL, ANN, "moved"],
  ["a seat twice", [...LIST, BENS], SEAL, ANN, "odd_list"],
  ["a list that is not by seat", [...LIST].reverse(), SEAL, ANN, "odd_list"],
  ["no list", null as unknown as Promised[], SEAL, ANN, "odd_list"],
  ["a chair that is not there", [...LIST, { seat: 3, promised: "44".repeat(32) }], SEAL, ANN, "odd_list"],
  ["another promise at its seat", [{ seat: 0, promised: "44".repeat(32) }, BENS], SEAL, ANN, "replaced"],
  ["a promise of a bot", [...LIST, { seat: 2, promised: "44".repeat(32) }], SEAL, ANN, "bots"],
])("nothing is uncovered for %s", (_, list, seal, sitting, what) => {
  const shelf = new Board();
  const { sent, told, one } = adding(shelf);
  one.pledged(PLEDGED, sitting);
  one.uncovering(uncovering(list, seal), sitting);
  expect(sent).toHaveLength(1);
  expect(told).toEqual([[what]]);
  expect(known(shelf, DEAL)!.quarrels.map((one) => one.what)).toEqual([what]);
});

const other = (seat: number): Promised => ({ seat, promised: promiseOf(SEAL, keyOfPrivate("ab".repeat(32)), "cd".repeat(32)) });
const madeUp = (list: Promised[], seat: number) => given(list, seat, "cd".repeat(32), "ab".repeat(32));

test.each<[string, (fact: Fact, added: Added[]) => void, string[]]>([
  ["another seal", (fact) => (fact.seal = "44".repeat(32)), ["given_elsewhere", "other_seal", "unfit"]],
  ["another start", (fact) => (fact.start = "44".repeat(32)), ["other_start", "unfit"]],
  ["the older kind", (fact, added) => (delete fact.start, fact.added = added.map(({ seat, promised, number }) => ({ seat, promised, number }))), ["older_kind", "unfit"]],
  ["no seal at all", (fact) => (delete fact.seal, delete fact.start, delete fact.added), ["given_elsewhere", "other_seal"]],
  ["a number for a chair that promised nothing", (_, added) => added.push(madeUp([...LIST, other(3)], 3)), ["other_list", "unfit"]],
  ["another's promise", (_, added) => added.splice(1, 1, madeUp([LIST[0]!, other(1)], 1)), ["other_list", "unfit"]],
  ["its number at another seat", (_, added) => added.splice(0, 2, { ...added[0]!, seat: 1 }), ["other_list", "moved", "unfit"]],
  ["without its number", (_, added) => Object.assign(added[0]!, { number: "", key: "", signed: "" }), ["left_out"]],
  ["without its promise", (_, added) => Object.assign(added[0]!, { promised: "", number: "", key: "", signed: "" }), ["other_list", "left_out", "unfit"]],
  ["a number of another that was not promised", (_, added) => Object.assign(added[1]!, { number: "cd".repeat(32) }), ["unfit"]],
  ["a number of another that is not signed", (_, added) => Object.assign(added[1]!, { signed: "" }), ["unfit"]],
  ["a number of a bot", (_, added) => added.push(madeUp([...LIST, other(2)], 2)), ["other_list", "unfit", "bots"]],
])("a deal that begins with %s is not what was shown", async (_, change, expected) => {
  const { told, one, shelf } = await uncovered();
  const fact = honest();
  change(fact, fact.added as Added[]);
  expect(one.shuffled(fact, ANN).map(({ what }) => what)).toEqual(expected);
  expect(told).toEqual([expected]);
  expect(known(shelf, DEAL)!.quarrels.map(({ what }) => what)).toEqual(expected);
});

test("a number that was never acknowledged came too late, and one that is acknowledged afterwards was left out", async () => {
  const without = honest();
  Object.assign((without.added as Added[])[0]!, { number: "", key: "", signed: "" });
  const late = await uncovered(new Board(), false);
  expect(late.one.shuffled(without, ANN)).toEqual([]);
  const soon = adding(new Board());
  soon.one.pledged(PLEDGED, ANN);
  soon.one.uncovering(uncovering(), ANN);
  expect(soon.one.shuffled(without, ANN)).toEqual([]);
  await Promise.resolve();
  expect(soon.told).toEqual([["left_out"]]);
});

test("who looks on compares too, and a browser that was shown nothing says so", () => {
  const nobody: Sitting = { you: null, people: [0, 1], bots: [2] };
  const watcher = adding(new Board());
  watcher.one.pledged(PLEDGED, nobody);
  watcher.one.uncovering(uncovering(), nobody);
  expect(watcher.sent).toEqual([]);
  expect(watcher.one.shuffled(honest(), nobody)).toEqual([]);
  const other = adding(new Board());
  other.one.pledged(PLEDGED, nobody);
  other.one.uncovering(uncovering([BENS]), nobody);
  expect(other.one.shuffled(honest(), nobody)).toEqual([{ what: "other_list", seats: [0] }]);
  const listless = adding(new Board());
  listless.one.pledged(PLEDGED, nobody);
  expect(listless.one.shuffled(honest(), nobody)).toEqual([{ what: "other_list", seats: [0, 1] }]);
  expect(adding(new Board()).one.shuffled(honest(), nobody)).toEqual([{ what: "no_seal", seats: [] }]);
  expect(adding(new Board()).one.shuffled({ event: "shuffled", deal: 1 }, nobody)).toEqual([]); // a lesson
});

test("whose promise was never told in a list says so", () => {
  const { one } = adding(new Board());
  one.pledged(PLEDGED, ANN);
  const fact = { ...honest(), added: [0, 1].map((seat) => ({ seat, promised: "", number: "", key: "", signed: "" })) };
  expect(one.shuffled(fact, ANN).map(({ what }) => what)).toEqual(["not_listed"]);
});

test("a connection that was lost may have missed another seal", () => {
  const { one, told } = adding(new Board());
  one.pledged(PLEDGED, ANN);
  one.lost();
  expect(one.shuffled({ ...honest(), seal: "44".repeat(32), added: [] }, ANN)).toEqual([]);
  one.pledged({ ...PLEDGED, deal: "ab-2", seal: "55".repeat(32) }, ANN);
  expect(one.shuffled({ ...honest(), id: "ab-2", added: [] }, ANN).map(({ what }) => what)).toEqual(["other_seal", "not_listed"]);
  expect(told).toHaveLength(1);
});

test("a number is given once for a seal, whatever comes between", async () => {
  const { sent, told, one } = await uncovered();
  one.uncovering(uncovering(), ANN);
  expect(sent).toHaveLength(2);
  expect(told).toEqual([["asked_twice"]]);

  const second = await uncovered();
  second.one.pledged({ ...PLEDGED, seal: "44".repeat(32) }, { you: null, people: [0, 1], bots: [] });
  second.one.pledged(PLEDGED, ANN); // the first again
  second.one.uncovering(uncovering(), ANN);
  expect(second.sent).toHaveLength(2);
  expect(second.told).toEqual([["asked_twice"]]);
  expect(known(second.shelf, DEAL)).toMatchObject({ again: 1 });

  const third = adding(second.shelf); // the same seal for another deal, after the page was loaded again
  third.one.pledged({ ...PLEDGED, deal: "ab-2" }, ANN);
  third.one.uncovering({ ...uncovering(), deal: "ab-2" }, ANN);
  expect(third.sent).toEqual([]);
  expect(third.told).toEqual([["asked_twice"]]);
});

test("after a lost connection the same may be asked again, and nothing else", async () => {
  const { sent, told, one } = await uncovered();
  one.lost();
  one.pledged(PLEDGED, ANN);
  one.uncovering(uncovering(), ANN);
  expect([sent.length, told]).toEqual([2, []]);
  expect(one.shuffled(honest(), ANN)).toEqual([]);
  const second = await uncovered();
  second.one.lost();
  second.one.pledged(PLEDGED, ANN);
  second.one.uncovering(uncovering(LIST.slice(0, 1)), ANN);
  expect([second.sent.length, second.told]).toEqual([2, [["asked_twice"]]]);
});

test("another list under the same seal is one too many, also for another page of the browser", async () => {
  const { shelf } = await uncovered();
  const again = adding(shelf);
  again.one.pledged(PLEDGED, ANN);
  again.one.uncovering(uncovering(), ANN); // what the first page was asked too
  expect([again.sent, again.told]).toEqual([[], []]);
  const third = adding(shelf);
  third.one.pledged(PLEDGED, ANN);
  third.one.uncovering(uncovering(LIST.slice(0, 1)), ANN);
  expect([third.sent, third.told]).toEqual([[], [["asked_twice"]]]);
});

test("a deal that begins twice, or another with its seal, is told; a second page that sees the same is not", async () => {
  const { one, shelf } = await uncovered();
  one.shuffled(honest(), ANN);
  const second = adding(shelf);
  second.one.pledged(PLEDGED, ANN);
  expect(second.one.shuffled(honest(), ANN)).toEqual([]);
  expect(one.shuffled(honest(), ANN).map(({ what }) => what)).toEqual(["begun_twice"]);
  const third = adding(shelf);
  third.one.pledged({ ...PLEDGED, deal: "ab-2" }, ANN);
  expect(third.one.shuffled({ ...honest(), id: "ab-2", added: [] }, ANN).map(({ what }) => what)).toContain("begun_twice");
});

test("a page that is loaded again keeps its number and key, and a second seal after the number was given is noted", () => {
  const shelf = new Board();
  const first = adding(shelf);
  first.one.pledged(PLEDGED, ANN);
  expect(first.one.own).toMatchObject({ number: NUMBER, private: PRIVATE });
  const second = adding(shelf, true, ["01".repeat(32), "02".repeat(32)], first.one.own);
  second.one.pledged(PLEDGED, ANN);
  expect(second.sent).toEqual(first.sent);
  second.one.uncovering(uncovering(), ANN);
  expect(second.sent).toHaveLength(2);
  expect(second.one.own).toBeNull();
  second.one.pledged({ ...PLEDGED, seal: "44".repeat(32) }, ANN);
  expect(known(shelf, DEAL)).toMatchObject({ seal: "44".repeat(32), uncovered: false, again: 1 });
  second.one.pledged({ ...PLEDGED, seal: "" }, ANN);
  expect(known(shelf, DEAL)).toMatchObject({ seal: "", again: 1 });
});

test("two pages have two numbers; whose promise gave way to the other's gives nothing, and accuses nobody", () => {
  const shelf = new Board();
  const [one, other] = [adding(shelf), adding(shelf, true, [BEN.number, BEN.private])];
  for (const page of [one, other]) page.one.pledged(PLEDGED, ANN);
  expect(other.sent).toEqual([{ k: "add", deal: DEAL, promised: BENS.promised }]);
  const list = [{ ...BENS, seat: 0 }];
  for (const page of [one, other]) page.one.uncovering(uncovering(list), ANN);
  expect([one.sent.length, other.sent.length]).toEqual([1, 2]);
  const fact = { ...honest(), added: [given(list, 0, BEN.number, BEN.private), { seat: 1, promised: "", number: "", key: "", signed: "" }] };
  for (const page of [one, other]) expect(page.one.shuffled(fact, ANN)).toEqual([]);
  expect([one.told, other.told]).toEqual([[], []]);
  const mine = known(shelf, DEAL)!;
  expect(mine).toMatchObject({ number: BEN.number, promised: [PROMISED, BENS.promised] });
  const record = recordOf(fact);
  expect(verdictOf(check(record, mine, NAMES, HEAD)!, mine)).toBe("true");
});

test("a seal that is withdrawn is forgotten", () => {
  const shelf = new Board();
  const { one } = adding(shelf);
  one.pledged(PLEDGED, ANN);
  one.pledged({ ...PLEDGED, seal: "" }, ANN);
  expect(known(shelf, DEAL)).toBeNull();
});

test("a key is forgotten when the deal begins without it", () => {
  const shelf = new Board();
  const { one } = adding(shelf);
  one.pledged(PLEDGED, ANN);
  one.shuffled(honest(), ANN);
  expect(one.own).toBeNull();
  expect(known(shelf, DEAL)).toMatchObject({ number: "", uncovered: false });
});

test("a record is compared with what the browser knows, and with who sat there", async () => {
  const { one, shelf } = await uncovered();
  one.shuffled(honest(), ANN);
  const mine = known(shelf, DEAL);
  const record = recordOf(honest());
  expect(check(record, mine, NAMES, HEAD)).toMatchObject({ readable: true, sealed: true, kept: true, differs: 0, quarrels: [] });
  expect(verdictOf(check(record, mine, NAMES, HEAD)!, mine)).toBe("true");
  expect(check(record, mine, ["Ann", "Abacus", "Ben"])).toMatchObject({ kept: false, quarrels: [{ what: "bots", seats: [1] }, { what: "unfit", seats: [2] }] });
  expect(check(record, mine, ["Ann"])).toMatchObject({ kept: false, quarrels: [{ what: "unfit", seats: [1] }] });
  expect(check(record, mine, [...NAMES, "Cy"])).toMatchObject({ kept: false, quarrels: [{ what: "unfit", seats: [3] }] });
  const other = check(record, mine, NAMES, { ...HEAD, setup: { players: 4 } })!;
  expect([other.quarrels, verdictOf(other, mine)]).toEqual([[{ what: "other_start", seats: [] }], "differs"]);
  expect(check({ event: "shuffled", hidden: record.hidden } as Fact, mine)).toMatchObject({ sealed: false });
  expect(verdictOf(check(record, null, NAMES, HEAD)!, null)).toBe("true"); // who took no part
  const older = vectors.find(({ kind, added }) => kind === 1 && added.length)!;
  const then = { kind: 1, seal: older.seal, number: "" } as Known;
  expect(compare(shuffleOf(older), then, [])).toEqual([]);
});

const NAMES = ["Ann", "Ben", "Abacus"];

/** The record of a deal, with one card. */
function recordOf(fact: Fact): Fact & { hidden: Record<string, unknown> } {
  return { ...fact, hidden: { secret: SECRET, order: ["3S"], lots: [0], sides: [0] } };
}

/** A deal without Ann's number: asked for and not taken, or her promise not even in the list. */
const WITHOUT: Fact[] = [
  { ...honest(), added: [{ seat: 0, promised: PROMISED, number: "", key: "", signed: "" }, given(LIST, 1, BEN.number, BEN.private)] },
  { ...honest(), added: [{ seat: 0, promised: "", number: "", key: "", signed: "" }, given([BENS], 1, BEN.number, BEN.private)] },
];

test("who promised a number that is not in the deal is promised nothing", async () => {
  const late = await uncovered(new Board(), false);
  late.one.shuffled(WITHOUT[0]!, ANN);
  expect(verdict(late.shelf, WITHOUT[0]!)).toBe("nothing");
  const taken = await uncovered();
  taken.one.shuffled(WITHOUT[0]!, ANN);
  expect(verdict(taken.shelf, WITHOUT[0]!)).toBe("differs");

  const shelf = new Board();
  const dropped = adding(shelf);
  dropped.one.pledged(PLEDGED, ANN);
  dropped.one.uncovering(uncovering([BENS]), ANN);
  dropped.one.shuffled(WITHOUT[1]!, ANN);
  expect(verdict(shelf, WITHOUT[1]!)).toBe("nothing");

  const never = new Board(); // nor asked: the page saw the deal when it had begun
  adding(never).one.pledged(PLEDGED, ANN);
  expect(["nothing", "differs"]).toContain(verdict(never, WITHOUT[0]!));

  const stood = new Board();
  const up = adding(stood);
  up.one.pledged(PLEDGED, ANN);
  up.one.uncovering(uncovering([BENS]), { ...ANN, you: null });
  up.one.shuffled(WITHOUT[1]!, { ...ANN, you: null });
  expect(verdict(stood, WITHOUT[1]!)).toBe("true"); // who took no part in the end
});

function verdict(shelf: Shelf, fact: Fact): string {
  const mine = known(shelf, DEAL);
  return verdictOf(check(recordOf(fact), mine, NAMES, HEAD)!, mine);
}

test("a line that is cut after the number was given, and a deal with another seal, are told", async () => {
  const { one, told, shelf } = await uncovered();
  one.lost();
  const seal = sealOf(DEAL, "99".repeat(32));
  const fact = { ...honest(), seal, added: [0, 1].map((seat) => ({ seat, promised: "", number: "", key: "", signed: "" })) };
  one.shuffled(fact, ANN);
  expect(told).toEqual([["given_elsewhere"]]);
  const mine = known(shelf, DEAL);
  const record = { ...recordOf(fact), hidden: { secret: "99".repeat(32), order: ["3S"], lots: [0], sides: [0] } };
  const started = { ...record, start: startOf("99".repeat(32), HEAD) };
  expect(verdictOf(check(started, mine, NAMES, HEAD)!, mine)).toBe("nothing");
});

test("deals for which nothing was given are forgotten first", async () => {
  const { one, shelf } = await uncovered();
  for (let n = 0; n < 300; n++) one.pledged({ k: "pledged", deal: `cd-${n}`, seal: n.toString(16).padStart(64, "0") }, ANN);
  expect(known(shelf, DEAL)).toMatchObject({ number: NUMBER, uncovered: true });
  expect(known(shelf, "cd-299")).not.toBeNull();
  expect(known(shelf, "cd-0")).toBeNull();
  expect(known(shelf, "constructor")).toBeNull();
});

const STRANGE: unknown[] = [null, undefined, -1, 0.5, 2 ** 32 + 1, 1e308, "4", "\ud800", true, {}, [], [null], [[]], [-1], [0.5], [2 ** 32 + 1], ["4"], [{}], [{ seat: 0 }]];

test("whatever a record holds, the check says something, and not that it is true", () => {
  for (const value of STRANGE) {
    for (const name of ["seal", "start", "id", "added"]) {
      const found = check({ ...recordOf(honest()), [name]: value }, null, NAMES, HEAD)!;
      expect(verdictOf(found, null), `${name} ${JSON.stringify(value)}`).toBe("differs");
    }
    for (const name of ["secret", "order", "lots", "sides"]) {
      const record = recordOf(honest());
      const found = check({ ...record, hidden: { ...record.hidden, [name]: value } }, null, NAMES, HEAD)!;
      const same = name === "order" && ['["4"]', "[]"].includes(JSON.stringify(value)); // other faces, as only the rules can tell
      expect(verdictOf(found, null), `${name} ${JSON.stringify(value)}`).toBe(same ? "true" : "differs");
    }
    expect(() => check({ ...recordOf(honest()), hidden: value } as Fact, null, NAMES, HEAD)).not.toThrow();
    const { one } = adding(new Board());
    one.pledged(PLEDGED, ANN);
    expect(() => one.uncovering({ ...uncovering(), start: value as string, added: value as Promised[] }, ANN)).not.toThrow();
    expect(() => one.shuffled({ ...honest(), added: value, start: value, seal: value } as Fact, ANN)).not.toThrow();
  }
});
