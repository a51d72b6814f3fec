/**
 * Servers that lie about the shuffle to the client's own code, from docs/fairness.md and docs/protocol.md alone.
 *
 * A `House` speaks to browsers as a server does over the wire: it is given what they send, and answers.  Its cryptography is Node's.
 */
import { createHash, createHmac, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";

export interface Promised {
  seat: number;
  promised: string;
}
export interface Given extends Promised {
  number: string;
  key: string;
  signed: string;
}
export interface Shuffled {
  event: "shuffled";
  deal: number;
  id: string;
  seal: string;
  /** none in the older kind */
  start?: string;
  added: Given[];
  hidden?: { secret: string; order: string[]; lots: number[]; sides: number[] };
}
export type Sent =
  | { k: "add"; deal: string; promised: string }
  | { k: "uncover"; deal: string; number: string; key: string; signed: string };
export type Told =
  | { k: "pledged"; deal: string; seal: string }
  | { k: "uncovering"; deal: string; seal: string; start: string; added: Promised[] };

/** A browser as its server knows it: it is told things, and sends. */
export interface Page {
  seat: number;
  /** Take another chair, or none (null). */
  sits(seat: number | null): void;
  /** Lose its connection; it is back when it is told something. */
  lost(): void;
  tell(message: Told): void;
  begins(fact: unknown): void;
}

/** What an honest browser says, in the words of the page's table. */
export type Quarrel =
  | "another seal"
  | "another list"
  | "at another seat"
  | "taken and not in it"
  | "came too late"
  | "not in the list"
  | "no such seal"
  | "asked twice"
  | "began twice"
  | "sealed again"
  | "numbers of bots"
  | "numbers that do not fit"
  | "no list"
  | "another start"
  | "older kind"
  | "given for another seal"
  | "nothing is promised";

export const [ANN, BOT, BEN, CY] = [0, 1, 2, 3] as const;
export const BOTS: readonly number[] = [BOT];
export const PEOPLE: readonly number[] = [ANN, BEN, CY];
export const FACES = [..."SHCD"].flatMap((suit) => [..."23456789", "10", ..."JQKA"].map((rank) => rank + suit)).concat("B", "R");
const SIDES = [4, 0, 6];

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (data: Uint8Array) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const sha = (...lines: unknown[]) => hex(createHash("sha256").update(lines.join("\n")).digest());
const mac = (key: Uint8Array, ...lines: unknown[]) => createHmac("sha256", key).update(lines.join("\n")).digest();

/** Texts of 64 digits, the same ones for a seed. */
export function chanceOf(seed: string): () => string {
  let count = 0;
  return () => sha("chance", seed, count++);
}

/** What the deals here start from, as the first line of their records has it, with its keys in order. */
export const HEAD = { game: "gan_deng_yan", rules: { table_stakes: "10" }, setup: { dealer: -1, hand_size: 5, pack: [0, 4], players: 4 } };
export const startOf = (secret: string, head: object = HEAD) => hex(mac(unhex(secret), "qipai start 2", JSON.stringify(head)));

export const listOf = (seal: string, start: string, promises: readonly Promised[]) =>
  sha("qipai list 2", seal, start, ...promises.filter((one) => one.promised).map((one) => `${one.seat} ${one.promised}`));

/** A number with a key of the server's own. */
export class Pair {
  readonly number: string;
  readonly key: string;
  #pair: KeyObject;

  constructor(random: () => string) {
    const seed = unhex("302e020100300506032b657004220420" + random());
    this.#pair = createPrivateKey({ key: seed, format: "der", type: "pkcs8" });
    this.key = hex(createPublicKey(this.#pair).export({ format: "der", type: "spki" }).slice(-32));
    this.number = random();
  }

  promise = (seal: string) => sha("qipai promise 2", seal, this.key, this.number);

  given({ seal, start }: { seal: string; start: string }, promises: readonly Promised[], seat: number): Given {
    const message = bytes(["qipai number 2", listOf(seal, start, promises), seat, this.number].join("\n"));
    return { seat, promised: this.promise(seal), number: this.number, key: this.key, signed: hex(sign(null, message, this.#pair)) };
  }
}

export const withheld = (seat: number, promised = ""): Given => ({ seat, promised, number: "", key: "", signed: "" });

/** Is what a browser sent right, for a list and a seat?  The public key is written as Node reads it. */
export function isRight(given: { number: string; key: string; signed: string }, promised: string, { seal, start }: { seal: string; start: string }, list: readonly Promised[], seat: number): boolean {
  const der = unhex("302a300506032b6570032100" + given.key);
  const key = { key: der, format: "der", type: "spki" } as unknown as KeyObject;
  const message = bytes(["qipai number 2", listOf(seal, start, list), seat, given.number].join("\n"));
  return sha("qipai promise 2", seal, given.key, given.number) === promised && verify(null, message, key, unhex(given.signed));
}

function draw(key: Uint8Array, faces: readonly string[], sides: readonly number[]) {
  const words: number[] = [];
  let block = 0;
  const below = (n: number): number => {
    for (;;) {
      if (!words.length) {
        const view = new DataView(mac(key, "qipai cards 1", block++).slice().buffer);
        for (let place = 0; place < 32; place += 4) words.push(view.getUint32(place));
      }
      const word = words.shift()!;
      if (word < 2 ** 32 - (2 ** 32 % n)) return word % n;
    }
  };
  const order = [...faces].sort((a, b) => (a < b ? -1 : Number(a > b)));
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return { order, lots: sides.map((n) => (n ? below(n) : 0)) };
}

/** A server with two honest browsers at its table, a bot between them, and Cy, who promises nothing unless the server makes it up. */
export class House {
  readonly deal: string;
  readonly random: () => string;
  secret = "";
  seal = "";
  start = "";
  pages: Page[] = [];
  /** what each seat has sent, the latest last */
  sent = new Map<number, Sent[]>();
  /** ids under which deals were begun */
  ids = new Set<string>();
  /** whether what is sent is answered */
  answers = true;
  own: Pair;

  constructor(seed: string) {
    this.random = chanceOf(seed);
    this.deal = `${this.random().slice(32)}-3`;
    this.own = new Pair(this.random);
    this.ids.add(this.deal);
    this.newSeal();
  }

  newSeal(): void {
    this.secret = this.random();
    this.seal = sha("qipai seal 2", this.deal, this.secret);
    this.start = startOf(this.secret);
  }

  /** Hear a browser; the answer comes when the server likes. */
  hear(seat: number, sent: Sent): Promise<{ k: "ok"; id: string; seq: number }> {
    this.sent.set(seat, [...(this.sent.get(seat) ?? []), sent]);
    if (!this.answers) return new Promise(() => {});
    return Promise.resolve({ k: "ok", id: "", seq: 7 });
  }

  latest<K extends Sent["k"]>(seat: number, k: K): Extract<Sent, { k: K }> | undefined {
    return this.sent.get(seat)?.findLast((sent): sent is Extract<Sent, { k: K }> => sent.k === k);
  }

  count = (k: Sent["k"]) => [...this.sent.values()].flat().filter((sent) => sent.k === k).length;

  /** The signatures that a seat has given, each once. */
  uncovered = (seat: number) => [...new Set(this.sent.get(seat)?.flatMap((sent) => (sent.k === "uncover" ? [sent.signed] : [])))];

  async tell(message: Told, pages = this.pages): Promise<void> {
    for (const page of pages) page.tell(structuredClone(message));
    await settled();
  }

  /** Show the seal; what is promised for it, by seat. */
  async pledge(pages = this.pages): Promise<Promised[]> {
    await this.tell({ k: "pledged", deal: this.deal, seal: this.seal }, pages);
    return pages
      .map((page) => ({ seat: page.seat, promised: this.latest(page.seat, "add")?.promised ?? "" }))
      .filter((one) => one.promised)
      .sort((one, other) => one.seat - other.seat);
  }

  /** Show a list as closed; what was uncovered for it. */
  async close(added: Promised[], pages = this.pages): Promise<void> {
    await this.tell({ k: "uncovering", deal: this.deal, seal: this.seal, start: this.start, added }, pages);
  }

  /** What a seat uncovered, as the fact has it. */
  given(seat: number): Given {
    const { number, key, signed } = this.latest(seat, "uncover") ?? withheld(seat);
    return { seat, promised: this.latest(seat, "add")?.promised ?? "", number, key, signed };
  }

  fact = (added: Given[], seal = this.seal): Shuffled => ({ event: "shuffled", deal: 3, id: this.deal, seal, start: this.start, added });

  async begin(added: Given[], change: Partial<Shuffled> = {}): Promise<Shuffled> {
    const fact = { ...this.fact(added), ...change };
    if (fact.start === "") delete fact.start;
    for (const page of this.pages) page.begins(structuredClone(fact));
    await settled();
    return fact;
  }

  /** The fact of the record, with cards that follow from what it says. */
  finish(fact: Shuffled, { secret = this.secret, faces = FACES, sides = SIDES } = {}): Shuffled {
    const numbers = fact.added.filter((one) => one.number).map((one) => `${one.seat} ${one.number}`);
    const key = mac(unhex(secret), "qipai deal 2", fact.id, listOf(fact.seal, fact.start ?? "", fact.added), ...numbers);
    return { ...structuredClone(fact), hidden: { secret, ...draw(key, faces, sides), sides } };
  }

  cy = (): Promised => ({ seat: CY, promised: this.own.promise(this.seal) });

  /** All as it should be until the numbers are known; then `change` says what the deal is made of. */
  async play(change: (added: Given[], list: Promised[]) => Given[] = (added) => added): Promise<Shuffled> {
    const list = [...(await this.pledge()), this.cy()];
    await this.close(list);
    return this.begin(change([this.given(ANN), this.given(BEN), this.own.given(this, list, CY)], list));
  }

  /** Invent a number for a chair, the one of some with which a joker lies on top. */
  grind(added: readonly Given[], seat: number, tries = 30): Given[] {
    let found: Given[] = [];
    for (let left = tries; left > 0; left--) {
      const pair = new Pair(this.random);
      const others = added.filter((one) => one.seat !== seat);
      const list = [...others, withheld(seat, pair.promise(this.seal))].sort((one, other) => one.seat - other.seat);
      found = list.map((one) => (one.seat === seat ? pair.given(this, list, seat) : one));
      if (this.finish(this.fact(found)).hidden!.order[0] === "R") break;
    }
    return found;
  }
}

/** Let what was answered be heard. */
export const settled = () => new Promise<void>((go) => setTimeout(go, 0));

export interface Outcome {
  record: Shuffled | null;
  /** whether who works the record out again finds it right */
  right: boolean;
}
export interface Lie {
  /** the line of the page's table, "" for what the table does not have */
  row: string;
  /** what an honest browser says at least: one of these; none if the record alone can tell */
  says: Quarrel[];
  /** how often numbers are given */
  uncovers: number;
  play(house: House): Promise<Outcome>;
}

const wrong = (record: Shuffled | null): Outcome => ({ record, right: false });
const right = (record: Shuffled | null): Outcome => ({ record, right: true });
/** For who knows how many chairs there are and whose they are. */
const wrongByPlayers = wrong;

export const LIES: Record<string, Lie> = {
  "invents a number": {
    row: "invents a number for a chair that promised nothing",
    says: ["another list"],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      return wrong(house.finish(await house.begin(house.grind([house.given(ANN), house.given(BEN)], CY))));
    },
  },
  "changes a promise": {
    row: "changes another's promise after the honest number is known",
    says: ["another list"],
    uncovers: 2,
    play: async (house) => wrong(house.finish(await house.play((added) => house.grind(added, CY)))),
  },
  "moves a number to another seat": {
    row: "writes a number under another seat",
    says: ["at another seat"],
    uncovers: 2,
    play: async (house) =>
      wrong(house.finish(await house.play(([ann, ben, cy]) => [{ ...ben!, seat: ANN }, { ...ann!, seat: BEN }, cy!]))),
  },
  "takes a number and leaves it out": {
    row: "takes a number and leaves it out",
    says: ["taken and not in it"],
    uncovers: 2,
    play: async (house) =>
      right(house.finish(await house.play(([ann, ben, cy]) => [withheld(ANN, ann!.promised), ben!, cy!]))),
  },
  "leaves a promise out": {
    row: "leaves a promise out of the list",
    says: ["not in the list"],
    uncovers: 1,
    async play(house) {
      const list = [...(await house.pledge()).filter((one) => one.seat !== ANN), house.cy()];
      await house.close(list);
      return right(house.finish(await house.begin([withheld(ANN), house.given(BEN), house.own.given(house, list, CY)])));
    },
  },
  "shows two lists": {
    row: "shows two people two lists",
    says: ["another list"],
    uncovers: 2,
    async play(house) {
      const [ann, ben] = house.pages;
      const list = await house.pledge();
      await house.close(list, [ann!]);
      const other = [...list, house.cy()];
      await house.close(other, [ben!]);
      return wrong(house.finish(await house.begin([house.given(ANN), house.given(BEN), house.own.given(house, other, CY)])));
    },
  },
  "begins with another seal": {
    row: "uncovers another secret",
    says: ["another seal"],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      house.newSeal();
      return wrong(house.finish(await house.begin([house.given(ANN), house.given(BEN), withheld(CY)])));
    },
  },
  "asks under another seal": {
    row: "uncovers another secret",
    says: ["another seal"],
    uncovers: 0,
    async play(house) {
      const list = await house.pledge();
      house.newSeal();
      await house.close(list);
      return right(house.finish(await house.begin(list.map((one) => withheld(one.seat, one.promised)).concat(withheld(CY)))));
    },
  },
  "uncovers another secret": {
    row: "uncovers another secret",
    says: [],
    uncovers: 2,
    play: async (house) => wrong(house.finish(await house.play(), { secret: house.random() })),
  },
  "seals when the cards are dealt": {
    row: "seals when the cards are dealt, or shows no seal",
    says: ["no such seal"],
    uncovers: 0,
    play: async (house) => right(house.finish(await house.begin(PEOPLE.map((seat) => withheld(seat))))),
  },
  "asks twice": {
    row: "asks for a number under a seal for which it was given, or with a second list",
    says: ["asked twice"],
    uncovers: 2,
    async play(house) {
      const list = await house.pledge();
      await house.close(list);
      await house.close([...list, house.cy()]);
      return right(null);
    },
  },
  "deals twice": {
    row: "deals twice under one id or one seal",
    says: ["began twice"],
    uncovers: 2,
    async play(house) {
      const fact = await house.play();
      const [ann, ben, cy] = fact.added;
      return right(house.finish(await house.begin([ann!, ben!, withheld(CY, cy!.promised)])));
    },
  },
  "breaks off": {
    row: "breaks off after the numbers, and seals again",
    says: ["sealed again"],
    uncovers: 4,
    async play(house) {
      await house.close(await house.pledge());
      house.newSeal();
      await house.close(await house.pledge());
      return right(house.finish(await house.begin([house.given(ANN), house.given(BEN), withheld(CY)])));
    },
  },
  "has a bot promise": {
    row: "has numbers of bots",
    says: ["numbers of bots"],
    uncovers: 0,
    async play(house) {
      const list = [...(await house.pledge()), { seat: BOT, promised: house.own.promise(house.seal) }];
      list.sort((one, other) => one.seat - other.seat);
      await house.close(list);
      const added = list.map((one) => (one.seat === BOT ? house.own.given(house, list, BOT) : withheld(one.seat, one.promised)));
      return wrongByPlayers(house.finish(await house.begin([...added, withheld(CY)])));
    },
  },
  "adds a bot's number later": {
    row: "has numbers of bots",
    says: ["numbers of bots", "another list"],
    uncovers: 2,
    play: async (house) => wrong(house.finish(await house.play((added) => house.grind(added, BOT)))),
  },
  "gives other cards": {
    row: "gives the cards in another order, or other lots",
    says: [],
    uncovers: 2,
    async play(house) {
      const record = house.finish(await house.play());
      const { order } = record.hidden!;
      [order[7], order[30]] = [order[30]!, order[7]!];
      return wrong(record);
    },
  },
  "gives other lots": {
    row: "gives the cards in another order, or other lots",
    says: [],
    uncovers: 2,
    async play(house) {
      const record = house.finish(await house.play());
      record.hidden!.lots[2] = (record.hidden!.lots[2]! + 1) % 6;
      return wrong(record);
    },
  },
  "shuffles another pack": {
    row: "",
    says: [], // a browser does not know the pack: whoever knows the rules says so
    uncovers: 2,
    play: async (house) => right(house.finish(await house.play(), { faces: ["R", ...FACES.slice(1)] })),
  },
  "begins with another start than it closed": {
    row: "deals from another start than it closed: another pack, other hands, another dealer",
    says: ["another start"],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      const start = startOf(house.secret, { ...HEAD, setup: { ...HEAD.setup, dealer: 2 } });
      return wrong(house.finish(await house.begin([house.given(ANN), house.given(BEN), withheld(CY)], { start })));
    },
  },
  "closed another start than the record has": {
    row: "deals from another start than it closed: another pack, other hands, another dealer",
    says: [],
    uncovers: 2,
    async play(house) {
      house.start = startOf(house.secret, { ...HEAD, setup: { ...HEAD.setup, dealer: 2 } });
      return wrong(house.finish(await house.play()));
    },
  },
  "is of the older kind from the start": {
    row: "writes it as the older kind of seal",
    says: ["older kind"],
    uncovers: 2,
    async play(house) {
      house.seal = sha("qipai seal 1", house.deal, house.secret);
      await house.close(await house.pledge());
      const added = [house.given(ANN), house.given(BEN), withheld(CY)].map(({ seat, promised, number }) => ({ seat, promised, number }));
      return wrong(house.finish(await house.begin(added as Given[], { start: "" })));
    },
  },
  "seals again while a line is cut": {
    row: "seals again while a browser that gave its number is cut off",
    says: ["given for another seal"],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      for (const page of house.pages) page.lost();
      house.newSeal();
      return right(house.finish(await house.begin(PEOPLE.map((seat) => withheld(seat)))));
    },
  },
  "tells many seals": {
    row: "tells many seals, so that a browser forgets",
    says: ["taken and not in it"],
    uncovers: 2,
    async play(house) {
      const fact = await house.play(([ann, ben, cy]) => [withheld(ANN, ann!.promised), ben!, cy!]);
      for (let i = 1; i <= 205; i++) await house.tell({ k: "pledged", deal: `${house.random()}-1`, seal: house.random() }, house.pages.slice(0, 1)); // a browser keeps 200
      return right(house.finish(fact));
    },
  },
  "begins without waiting": {
    row: "never asks for the number, or begins without waiting for it",
    says: ["nothing is promised"],
    uncovers: 0,
    async play(house) {
      for (const page of house.pages) page.lost();
      const list = await house.pledge();
      for (const page of house.pages) page.lost();
      return right(house.finish(await house.begin([...list.map((one) => withheld(one.seat, one.promised)), withheld(CY)])));
    },
  },
  "writes the older kind": {
    row: "writes it as the older kind of seal",
    says: ["another seal"],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      const added = [house.given(ANN), house.given(BEN), withheld(CY)].map(({ seat, promised, number }) => ({ seat, promised, number }));
      return wrong(house.finish(await house.begin(added as Given[], { seal: sha("qipai seal 1", house.deal, house.secret), start: "" })));
    },
  },

  "never asks": {
    row: "never asks for the number, or begins without waiting for it",
    says: ["nothing is promised"],
    uncovers: 0,
    async play(house) {
      const list = [...(await house.pledge()), house.cy()];
      const added = list.map((one) => (one.seat === CY ? house.own.given(house, list, CY) : withheld(one.seat, one.promised)));
      return right(house.finish(await house.begin(added)));
    },
  },
  "grinds its own promise, and says of honest numbers that they came too late": {
    row: "",
    says: ["came too late"],
    uncovers: 2,
    async play(house) {
      const ground = house.grind((await house.pledge()).map((one) => withheld(one.seat, one.promised)), CY);
      house.answers = false;
      await house.close(ground.map(({ seat, promised }) => ({ seat, promised })));
      return right(house.finish(await house.begin(ground)));
    },
  },
  "makes up the whole table": {
    row: "",
    says: ["another list", "taken and not in it"],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      const pairs = PEOPLE.map((seat) => ({ seat, pair: new Pair(house.random) }));
      const list = pairs.map(({ seat, pair }) => ({ seat, promised: pair.promise(house.seal) }));
      return right(house.finish(await house.begin(pairs.map(({ seat, pair }) => pair.given(house, list, seat)))));
    },
  },
  "shows two people two seals": {
    row: "",
    says: ["another seal"],
    uncovers: 1,
    async play(house) {
      const [ann, ben] = house.pages;
      const anns = await house.pledge([ann!]);
      house.newSeal();
      const list = [...anns, ...(await house.pledge([ben!]))];
      await house.close(list);
      return right(house.finish(await house.begin([withheld(ANN, list[0]!.promised), house.given(BEN), withheld(CY)])));
    },
  },
  "has promises of chairs that are not there": {
    row: "lists chairs that the table does not have, or a seat twice",
    says: ["no list"],
    uncovers: 0,
    async play(house) {
      const pairs = Array.from({ length: 16 }, (_, i) => ({ seat: 4 + i, pair: new Pair(house.random) }));
      const list = [...(await house.pledge()), ...pairs.map(({ seat, pair }) => ({ seat, promised: pair.promise(house.seal) }))];
      await house.close(list);
      // once the honest numbers are known, choose which of one's own to uncover
      const given = pairs.map(({ seat, pair }) => pair.given(house, list, seat));
      const some = (bits: number) => given.map((one, i) => (bits & (1 << i) ? one : withheld(one.seat, one.promised)));
      const people = [house.given(ANN), house.given(BEN), withheld(CY)];
      const tops = Array.from({ length: 200 }, (_, bits) => house.finish(house.fact([...people, ...some(bits)])).hidden!.order[0]);
      return wrongByPlayers(house.finish(await house.begin([...people, ...some(tops.indexOf("R"))])));
    },
  },
  "lists a chair twice": {
    row: "lists chairs that the table does not have, or a seat twice",
    says: ["no list"],
    uncovers: 0,
    async play(house) {
      const second = new Pair(house.random);
      const list = [...(await house.pledge()), house.cy(), { seat: CY, promised: second.promise(house.seal) }];
      await house.close(list);
      const added = list.slice(0, 3).map((one) => withheld(one.seat, one.promised));
      return wrong(house.finish(await house.begin([...added, second.given(house, list, CY)])));
    },
  },
  "has a list that is not by seat": {
    row: "",
    says: ["no list", "another list", "not in the list"],
    uncovers: 0,
    async play(house) {
      const list = [house.cy(), ...(await house.pledge()).reverse()];
      await house.close(list);
      return right(null);
    },
  },
  "copies a promise": {
    row: "",
    says: ["not in the list", "at another seat"],
    uncovers: 1, // Ben's
    async play(house) {
      const list = await house.pledge();
      await house.close([...list, { seat: CY, promised: list[0]!.promised }]);
      return right(null);
    },
  },
  "lists a promise at another's chair": {
    row: "",
    says: ["at another seat", "not in the list"],
    uncovers: 0,
    async play(house) {
      const [ann, ben] = await house.pledge();
      await house.close([
        { seat: ANN, promised: ben!.promised },
        { seat: BEN, promised: ann!.promised },
      ]);
      return right(null);
    },
  },
  "copies a number": {
    row: "",
    says: ["another list", "at another seat"],
    uncovers: 2,
    play: async (house) => wrong(house.finish(await house.play(([ann, ben]) => [ann!, ben!, { ...ann!, seat: CY }]))),
  },
  "takes a number and writes another": {
    row: "",
    says: ["taken and not in it", "another list", "at another seat"],
    uncovers: 2,
    play: async (house) =>
      wrong(house.finish(await house.play(([ann, ben, cy]) => [{ ...ann!, number: house.random() }, ben!, cy!]))),
  },
  "tells no seal": {
    row: "",
    says: ["no such seal", "another seal"],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      for (const page of house.pages) page.begins({ event: "shuffled", deal: 3, id: house.deal });
      await settled();
      return right(null);
    },
  },
  "breaks off, and cuts the line until the deal has begun with another seal": {
    row: "breaks off after the numbers, and seals again",
    says: ["given for another seal"],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      for (const page of house.pages) page.lost();
      house.newSeal();
      return right(house.finish(await house.begin(PEOPLE.map((seat) => withheld(seat)))));
    },
  },
  "begins under another id": {
    row: "",
    says: ["no such seal", "another seal"],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      const fact = { ...house.fact([house.given(ANN), house.given(BEN), withheld(CY)]), id: `${house.deal}0` };
      house.ids.add(fact.id);
      for (const page of house.pages) page.begins(structuredClone(fact));
      await settled();
      return wrong(house.finish(fact));
    },
  },
  "writes another signature for an honest number": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      const record = house.finish(await house.play());
      record.added[0]!.signed = record.added[1]!.signed;
      return wrong(record);
    },
  },
  "signs for another list": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      const record = await house.play((added, list) => [
        ...added.slice(0, 2),
        { ...added[2]!, signed: house.own.given(house, list.slice(1), CY).signed },
      ]);
      return wrong(house.finish(record));
    },
  },
  "uncovers a number that was not promised": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      const record = await house.play((added) => [...added.slice(0, 2), { ...added[2]!, number: house.random() }]);
      return wrong(house.finish(record));
    },
  },
  "has a number without a promise": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      await house.close(await house.pledge());
      const list = [house.given(ANN), house.given(BEN)];
      const cy = { ...house.own.given(house, list, CY), promised: "" };
      return wrong(house.finish(await house.begin([...list, cy])));
    },
  },
  "has a key of small order": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      const key = "01".padEnd(64, "0");
      const number = house.random();
      const promised = sha("qipai promise 2", house.seal, key, number);
      const list = [...(await house.pledge()), { seat: CY, promised }];
      await house.close(list);
      // R and S are the neutral point and 0: right for every message, unless the key is looked at
      const cy = { seat: CY, promised, number, key, signed: key + "".padEnd(64, "0") };
      return wrong(house.finish(await house.begin([house.given(ANN), house.given(BEN), cy])));
    },
  },
  "has a key that is not written as it should be": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      const key = "ee" + "".padEnd(60, "f") + "7f"; // 1, written as p + 1
      const number = house.random();
      const promised = sha("qipai promise 2", house.seal, key, number);
      const list = [...(await house.pledge()), { seat: CY, promised }];
      await house.close(list);
      const cy = { seat: CY, promised, number, key, signed: "01".padEnd(128, "0") };
      return wrong(house.finish(await house.begin([house.given(ANN), house.given(BEN), cy])));
    },
  },
  "writes a signature in capitals": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      const record = house.finish(await house.play());
      record.added[2]!.signed = record.added[2]!.signed.toUpperCase();
      return wrong(record);
    },
  },
  "adds L to S": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      const record = house.finish(await house.play());
      const cy = record.added[2]!;
      const s = BigInt("0x" + hex(unhex(cy.signed.slice(64)).reverse())) + 2n ** 252n + 27742317777372353535851937790883648493n;
      cy.signed = cy.signed.slice(0, 64) + hex(unhex(s.toString(16).padStart(64, "0")).reverse());
      return wrong(record);
    },
  },
  "writes the list backwards": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      const record = house.finish(await house.play());
      return wrong({ ...record, added: record.added.reverse() });
    },
  },
  "writes a seat as text": {
    row: "",
    says: [],
    uncovers: 2,
    async play(house) {
      const record = house.finish(await house.play());
      (record.added[0] as { seat: unknown }).seat = "0";
      return wrong(record);
    },
  },
};
