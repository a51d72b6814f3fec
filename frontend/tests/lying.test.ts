/** The client's own code at servers that lie: it says so each time, and says nothing where nobody lies. */
import { describe, expect, test } from "vitest";

import page from "../../docs/fairness.md?raw";
import { Adding, known, type Own, type Shelf, type Sitting } from "../src/fair/adding";
import { check, isWithout, verdictOf, type Difference } from "../src/fair/checking";
import type { Ok } from "../src/protocol";
import type { Fact } from "../src/words/game";
import { ANN, BEN, BOTS, CY, HEAD, House, LIES, PEOPLE, chanceOf, isRight, withheld, type Given, type Page, type Quarrel, type Sent, type Shuffled, type Told } from "./lying";

class Board implements Shelf {
  kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, text: string) => void this.kept.set(key, text);
}

// -- all that these tests know of how the client is called

/** What the client calls what it finds, in the words of the page. */
const WORDS: Record<Difference, Quarrel> = {
  other_seal: "another seal",
  no_seal: "no such seal",
  other_list: "another list",
  not_listed: "not in the list",
  moved: "at another seat",
  left_out: "taken and not in it",
  unfit: "numbers that do not fit",
  bots: "numbers of bots",
  asked_twice: "asked twice",
  begun_twice: "began twice",
  given_elsewhere: "given for another seal",
  older_kind: "older kind",
  other_start: "another start",
  odd_list: "no list",
  replaced: "not in the list",
  unreadable: "numbers that do not fit",
};

/** What a browser found wrong with a deal, in the words of the page. */
function quarrels(shelf: Shelf, deal: string): Quarrel[] {
  const kept = known(shelf, deal);
  if (!kept) return [];
  const begun = kept.begun ? (JSON.parse(kept.begun) as [string, string, Given[], string]) : null;
  const fact = { event: "shuffled", id: begun?.[0], seal: begun?.[1], added: begun?.[2], start: begun?.[3] } as unknown as Fact;
  const without = begun && isWithout(check(fact)!, kept);
  const late = begun?.[1] === kept.seal && kept.uncovered && !kept.taken && !begun[2].some(({ number }) => number === kept.number);
  return [
    ...kept.quarrels.map(({ what }) => WORDS[what]),
    ...(kept.again ? (["sealed again"] as const) : []),
    ...(late ? (["came too late"] as const) : []), // which the page of the check tells from these
    ...(without && !late ? (["nothing is promised"] as const) : []),
  ];
}

/** What a browser knows of who sits where. */
function seats(own: number | null): Sitting {
  return { you: own, people: PEOPLE, bots: BOTS };
}

/** Open a page at a seat, with what its shelf has. */
function open(seat: number, shelf: Shelf, send: (sent: Sent) => Promise<Ok>, random: () => string, left: Own | null): Page & { own(): Own | null } {
  const adding = new Adding((command) => send(command as Sent), shelf, random, undefined, left);
  let own: number | null = seat;
  return {
    seat,
    own: () => adding.own,
    sits(chair: number | null) {
      own = chair;
      if (chair !== null) this.seat = chair;
      adding.look(seats(own));
    },
    lost: () => adding.lost(),
    tell: (message: Told) => (message.k === "pledged" ? adding.pledged(message, seats(own)) : adding.uncovering(message, seats(own))),
    begins: (fact: unknown) => void adding.shuffled(fact as Fact, seats(own)),
  };
}

/** Does a record follow from what it says? */
function isKept(record: Shuffled): boolean {
  const found = check(record as unknown as Fact, null, ["Ann", "Abacus", "Ben", "Cy"], HEAD);
  return found !== null && verdictOf(found, null) === "true";
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

function visit(house: House, seat: number, shelf: Board, seed: string, left: Own | null = null): ReturnType<typeof open> {
  return open(seat, shelf, (sent) => house.hear(seat, sent), chanceOf(seed), left);
}

describe("where nobody lies", () => {
  test.each(Array.from({ length: 30 }, (_, i) => i))("deal %i: nothing is said, and the record is right", async (i) => {
    const { house, said } = evening(`honest ${i}`);
    const list = await house.pledge();
    expect(list.map((one) => one.seat)).toEqual([ANN, BEN]);
    if (i % 2) list.push(house.cy());
    await house.close(list);
    for (const { seat, promised } of list.slice(0, 2)) {
      expect(isRight(house.latest(seat, "uncover")!, promised, house, list, seat)).toBe(true);
    }
    const cy = [withheld(CY), house.own.given(house, list, CY), withheld(CY), withheld(CY, house.cy().promised)][i % 4]!;
    const fact = await house.begin([house.given(ANN), house.given(BEN), cy]);
    expect(said()).toEqual([[], []]);
    expect(isKept(house.finish(fact))).toBe(true);
  });

  test("a page that is loaded again at each moment says nothing, and uncovers once", async () => {
    const { house, shelves, said } = evening("loaded again");
    const reload = () => {
      const left = house.pages.map((page) => (page as ReturnType<typeof open>).own());
      house.pages = [ANN, BEN].map((seat, i) => visit(house, seat, shelves[i]!, `again ${house.random()}`, left[i]));
      return house.pledge(); // a server tells the seal to who comes
    };
    const list = await house.pledge();
    expect(await reload()).toEqual(list);
    await house.close(list);
    await reload();
    const fact = await house.begin([house.given(ANN), house.given(BEN), withheld(CY)]);
    house.pages = [ANN, BEN].map((seat, i) => visit(house, seat, shelves[i]!, "at last"));
    for (const one of house.pages) one.begins(structuredClone(fact));
    expect([house.count("uncover"), said()]).toEqual([2, [[], []]]);
  });

  test("of two pages of one browser the one whose promise was taken gives its number, and neither accuses anybody", async () => {
    const { house, shelves, said } = evening("two pages");
    house.pages = [...house.pages, visit(house, ANN, shelves[0]!, "the other page")];
    const list = (await house.pledge()).filter((one, i, all) => all.findIndex((other) => other.seat === one.seat) === i);
    expect(house.count("add")).toBe(3);
    await house.close(list);
    await house.begin([house.given(ANN), house.given(BEN), withheld(CY)]);
    expect(house.uncovered(ANN)).toHaveLength(1);
    expect(said()).toEqual([[], []]);
  });

  test("who takes another chair after promising uncovers at that one", async () => {
    const { house, said } = evening("another chair");
    const [ann, bens] = await house.pledge();
    house.pages[0]!.sits(CY);
    const list = [bens!, { seat: CY, promised: ann!.promised }];
    await house.close(list);
    const { number, key, signed } = house.latest(ANN, "uncover")!;
    const moved = { seat: CY, promised: ann!.promised, number, key, signed };
    expect(isRight(moved, ann!.promised, house, list, CY)).toBe(true);
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

  /** The list is ground between them: if both signed one number, the record would be right, of cards that were chosen. */
  test.each([0, 1])("two pages of one browser that are shown two lists sign no number for both (%i)", async (first) => {
    const { house, shelves, said } = evening("two pages, two lists");
    const [one, other] = [house.pages[0]!, visit(house, ANN, shelves[0]!, "the other page")];
    house.pages = first ? [other, one] : [one, other];
    const [one_, two] = house.pages;
    const [list] = [(await house.pledge([two!])).slice(0, 1)];
    const [later] = [(await house.pledge([one_!])).slice(0, 1)];
    await house.close(later, [one_!]);
    const ground = house.grind([house.given(ANN)], CY, 20);
    await house.close(ground.map(({ seat, promised }) => ({ seat, promised })), [two!]);
    await house.close([...list, house.cy()], [two!]);
    expect(house.uncovered(ANN)).toHaveLength(1);
    await house.begin([house.given(ANN), withheld(BEN), ground[1]!]);
    expect(said()[0]).toContain("asked twice");
    expect(said()[0]).toContain("another list");
  });

  test("pages of one browser that do not see each other's shelf in time sign two numbers, each for its own list", async () => {
    const { house, said } = evening("two shelves");
    const other = visit(house, ANN, new Board(), "the other page");
    const [anns] = await house.pledge([house.pages[0]!]);
    await house.close([anns!], [house.pages[0]!]);
    const first = house.latest(ANN, "uncover")!;
    const [later] = await house.pledge([other]);
    await house.close([later!, house.cy()], [other]);
    const second = house.latest(ANN, "uncover")!;
    expect(new Set([first.number, second.number, first.key, second.key]).size).toBe(4);
    await house.begin([house.given(ANN), withheld(BEN), withheld(CY, house.cy().promised)]);
    expect(said()[0]).toContain("another list");
  });

  test("who tells of many seals does not make a browser forget what it gave and found", async () => {
    const { house, shelves, said } = evening("many seals");
    await house.close(await house.pledge());
    await house.begin(house.grind([house.given(ANN), house.given(BEN)], CY));
    const found = said();
    expect(found[0]).toContain("another list");
    for (let i = 1; i <= 250; i++) await house.tell({ k: "pledged", deal: `${house.random()}-1`, seal: house.random() });
    expect(said()).toEqual(found);
    expect(known(shelves[0]!, house.deal)).toMatchObject({ uncovered: true });
  });

  test("each line of the page has its lie", () => {
    const table = page.split("## What a server could try")[1]!.split("\n## ")[0]!;
    const rows = [...table.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map((match) => match[1]!);
    const lied = new Set(Object.values(LIES).map((lie) => lie.row));
    expect(rows.filter((row) => row !== "A server that" && row !== "---" && !lied.has(row))).toEqual([]);
  });
});
