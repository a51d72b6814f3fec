/** The client's own code at servers that lie: it says so each time, and says nothing where nobody lies. */
import { describe, expect, test } from "vitest";

import page from "../../docs/fairness.md?raw";
import { Adding, known, type Shelf } from "../src/fair/adding";
import { check } from "../src/fair/order";
import { ANN, BEN, BOTS, CY, House, LIES, chanceOf, isRight, settled, withheld, type Page, type Quarrel, type Sent, type Shuffled, type Told } from "./lying";

class Board implements Shelf {
  kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, text: string) => void this.kept.set(key, text);
}

// -- all that these tests know of how the client is called

/** What a browser found wrong with a deal, in the words of the page. */
function quarrels(shelf: Shelf, deal: string): Quarrel[] {
  const found = known(shelf, deal) as unknown as { quarrels?: Quarrel[] } | null;
  return found?.quarrels ?? [];
}

/** What a browser knows of who sits where. */
function seats(own: number | null): unknown {
  return { own, bots: BOTS };
}

/** Open a page at a seat, with what its shelf has. */
function open(seat: number, shelf: Shelf, send: (sent: Sent) => Promise<unknown>, random: () => string): Page {
  type Calls = Record<"pledged" | "look" | "uncovering" | "shuffled", (...given: unknown[]) => void>;
  const adding = new Adding(send as never, shelf, random) as unknown as Calls;
  let own: number | null = seat;
  return {
    seat,
    sits(chair: number | null) {
      own = chair;
      if (chair !== null) this.seat = chair;
      adding.look(seats(own));
    },
    tell: (message: Told) => (message.k === "pledged" ? adding.pledged(message, seats(own)) : adding.uncovering(message, seats(own))),
    begins: (fact: unknown) => adding.shuffled(fact, seats(own)),
  };
}

/** Does a record follow from what it says? */
function isKept(record: Shuffled): boolean {
  const found = check(record as never) as { sealed: boolean; kept: boolean; differs: number } | null;
  return found !== null && found.sealed && found.kept && !found.differs;
}

// --

interface Evening {
  house: House;
  shelves: Board[];
  /** what each browser says, those of Ann and of Ben */
  said(): Quarrel[][];
}

function evening(seed: string): Evening {
  const house = new House(seed);
  const shelves = [new Board(), new Board()];
  house.pages = [ANN, BEN].map((seat, i) => visit(house, seat, shelves[i]!, `${seed} ${seat}`));
  return { house, shelves, said: () => shelves.map((shelf) => [...house.ids].flatMap((id) => quarrels(shelf, id))) };
}

function visit(house: House, seat: number, shelf: Board, seed: string): Page {
  return open(seat, shelf, (sent) => house.hear(seat, sent), chanceOf(seed));
}

describe("where nobody lies", () => {
  test.each(Array.from({ length: 30 }, (_, i) => i))("deal %i: nothing is said, and the record is right", async (i) => {
    const { house, said } = evening(`honest ${i}`);
    const list = await house.pledge();
    expect(list.map((one) => one.seat)).toEqual([ANN, BEN]);
    if (i % 2) list.push(house.cy());
    await house.close(list);
    for (const { seat, promised } of list.slice(0, 2)) {
      expect(isRight(house.latest(seat, "uncover")!, promised, house.seal, list, seat)).toBe(true);
    }
    const cy = [withheld(CY), house.own.given(house.seal, list, CY), withheld(CY), withheld(CY, house.cy().promised)][i % 4]!;
    const fact = await house.begin([house.given(ANN), house.given(BEN), cy]);
    expect(said()).toEqual([[], []]);
    expect(isKept(house.finish(fact))).toBe(true);
  });

  test("a page that is loaded again at each moment says nothing, and uncovers once", async () => {
    const { house, shelves, said } = evening("loaded again");
    const reload = () => (house.pages = [ANN, BEN].map((seat, i) => visit(house, seat, shelves[i]!, `again ${house.random()}`)));
    const list = await house.pledge();
    reload();
    expect(await house.pledge()).toEqual(list);
    reload();
    await house.close(list);
    reload();
    await house.pledge();
    const fact = await house.begin([house.given(ANN), house.given(BEN), withheld(CY)]);
    reload();
    for (const one of house.pages) one.begins(structuredClone(fact));
    expect([house.count("uncover"), said()]).toEqual([2, [[], []]]);
  });

  test("two pages of one browser give its number once, and say nothing", async () => {
    const { house, shelves, said } = evening("two pages");
    house.pages = [...house.pages, visit(house, ANN, shelves[0]!, "the other page")];
    const list = (await house.pledge()).filter((one, i, all) => all.findIndex((other) => other.seat === one.seat) === i);
    await house.close(list);
    await house.begin([house.given(ANN), house.given(BEN), withheld(CY)]);
    expect([house.count("uncover"), said()]).toEqual([2, [[], []]]);
  });

  test("who takes another chair after promising uncovers at that one", async () => {
    const { house, said } = evening("another chair");
    const [ann, bens] = await house.pledge();
    house.pages[0]!.sits(CY);
    const list = [bens!, { seat: CY, promised: ann!.promised }];
    await house.close(list);
    const { number, key, signed } = house.latest(ANN, "uncover")!;
    const moved = { seat: CY, promised: ann!.promised, number, key, signed };
    expect(isRight(moved, ann!.promised, house.seal, list, CY)).toBe(true);
    const fact = await house.begin([withheld(ANN), house.given(BEN), moved]);
    expect(said()).toEqual([[], []]);
    expect(isKept(house.finish(fact))).toBe(true);
  });

  test("who stands up after promising is in no list, and has nothing to say", async () => {
    const { house, said } = evening("stands up");
    const [, bens] = await house.pledge();
    house.pages[0]!.sits(null);
    await house.close([bens!]);
    await house.begin([house.given(BEN), withheld(CY)]);
    expect([house.count("uncover"), said()]).toEqual([1, [[], []]]);
  });

  test("who looks on promises nothing, and has nothing to say", async () => {
    const { house, said } = evening("looks on");
    house.pages[0]!.sits(null);
    const list = await house.pledge();
    expect(list.map((one) => one.seat)).toEqual([BEN]);
    await house.close(list);
    await house.begin([house.given(BEN), withheld(CY)]);
    expect([house.count("uncover"), said()]).toEqual([1, [[], []]]);
  });

  test("a list that is told once more, after a lost connection, is nothing to speak of", async () => {
    const { house, said } = evening("told once more");
    const list = await house.pledge();
    await house.close(list);
    await house.close(list);
    await house.begin([house.given(ANN), house.given(BEN), withheld(CY)]);
    expect([house.count("uncover"), said()]).toEqual([2, [[], []]]);
  });

  test("a new seal before anything was given is nothing to speak of", async () => {
    const { house, said } = evening("sealed anew");
    await house.pledge();
    house.newSeal();
    const fact = await house.play();
    expect(said()).toEqual([[], []]);
    expect(isKept(house.finish(fact))).toBe(true);
  });

  test("a number that came too late is told as that, whoever is to blame", async () => {
    const { house, said } = evening("late");
    house.answers = true;
    const list = await house.pledge();
    house.answers = false;
    await house.close(list);
    await house.begin([withheld(ANN, list[0]!.promised), house.given(BEN), withheld(CY)]);
    expect(said()[0]).toEqual(["came too late"]);
    expect(said()[1]).toEqual([]);
  });
});

describe("where somebody lies", () => {
  test.each(Object.entries(LIES))("who %s", async (name, lie) => {
    for (const seed of [1, 2, 3]) {
      const { house, said } = evening(`${name} ${seed}`);
      const { record, right } = await lie.play(house);
      expect(house.count("uncover")).toBe(lie.uncovers);
      const heard = said().flat();
      if (lie.says.length) expect(lie.says.some((quarrel) => heard.includes(quarrel)), `${heard.join(", ") || "nothing"} was said`).toBe(true);
      if (record) expect(isKept(record)).toBe(right);
    }
  });

  test("two pages of one browser that are shown two lists give the number once", async () => {
    const { house, shelves, said } = evening("two pages, two lists");
    const other = visit(house, ANN, shelves[0]!, "the other page");
    const list = await house.pledge();
    other.tell({ k: "pledged", deal: house.deal, seal: house.seal });
    await house.close(list);
    await house.close([...list, house.cy()], [other]);
    await settled();
    expect(house.sent.get(ANN)!.filter((sent) => sent.k === "uncover")).toHaveLength(1);
    expect(said()[0]).toContain("asked twice");
  });

  test("each line of the page has its lie", () => {
    const table = page.split("## What a server could try")[1]!.split("\n## ")[0]!;
    const rows = [...table.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map((match) => match[1]!);
    const lied = new Set(Object.values(LIES).map((lie) => lie.row));
    expect(rows.filter((row) => row !== "A server that" && row !== "---" && !lied.has(row))).toEqual([]);
  });
});
