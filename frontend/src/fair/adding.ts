/** What this browser adds to the cards of a deal, and what it remembers to check it by. */
import type { Ok, No, Pledged, Uncovering } from "../protocol";
import type { Command } from "../socket";
import type { Fact } from "../words/game";
import { addedOf, compare, isList, together, type Difference, type Known, type Quarrel } from "./checking";
import { listOf, promiseOf, textToSign } from "./order";
import { keyOfPrivate, sign } from "./signing";

export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

/** Who sits where, as this browser sees the table. */
export interface Sitting {
  /** one's own chair; null for none */
  you: number | null;
  /** the chairs of bots */
  bots: readonly number[];
}

const SHELF = "qipai.seals";
/** deals that are remembered */
const MOST = 200;
const NOTHING: Known = {
  kind: 2,
  seal: "",
  list: null,
  number: "",
  private: "",
  key: "",
  seat: null,
  uncovered: false,
  taken: false,
  given: [],
  again: 0,
  begun: "",
  away: false,
  quarrels: [],
};

/** of what was remembered before numbers were signed there is less */
const OLDER: Known = { ...NOTHING, kind: 1 };

/** The browser's own shelf, or where it is closed a loose board. */
export function ownShelf(): Shelf {
  try {
    return localStorage;
  } catch {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) };
  }
}

/** 32 random bytes.  `getRandomValues` is there without https too. */
function newNumber(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function all(shelf: Shelf): Record<string, Known> {
  try {
    return JSON.parse(shelf.getItem(SHELF) ?? "{}") as Record<string, Known>;
  } catch {
    return {};
  }
}

/** What is remembered of a deal; null for nothing. */
export function known(shelf: Shelf, deal: string): Known | null {
  const kept = all(shelf)[deal];
  return kept ? { ...OLDER, ...kept } : null;
}

function keep(shelf: Shelf, deal: string, what: Known | null): void {
  const { [deal]: _, ...others } = all(shelf);
  const entries = Object.entries(others).slice(1 - MOST);
  try {
    shelf.setItem(SHELF, JSON.stringify(Object.fromEntries(what ? [...entries, [deal, what]] : entries)));
  } catch {
    // a full or closed shelf: then this browser cannot say later what it added
  }
}

/** What a deal began with, as one text. */
function begunWith(fact: Fact): string {
  return JSON.stringify([fact.id, fact.seal, addedOf(fact)]);
}

function sealIn(begun: string): unknown {
  return (JSON.parse(begun) as unknown[])[1];
}

/**
 * Adds a number to each deal at one table: promises it, and uncovers it when all promises are closed, signed for their list.
 * Then it compares what the deal began with with what it was shown.
 */
export class Adding {
  #deal = "";
  #known: Known | null = null;
  /** the seal to which a number was promised on this page */
  #promised = "";
  /** the seals under which a number was asked for on this page */
  #asked = new Set<string>();
  /** what the deals of this page began with */
  #began = new Map<string, { fact: Fact; bots: readonly number[] }>();
  /** the connection has lasted since the seal was shown */
  #here = true;

  constructor(
    readonly send: (command: Command) => Promise<Ok | No>,
    readonly shelf: Shelf,
    readonly random: () => string = newNumber,
    /** is told all that differs in a deal that has begun, when there is something new */
    readonly quarrel: (quarrels: Quarrel[], known: Known) => void = () => {},
  ) {}

  /** Hears of a seal. */
  pledged({ deal, seal }: Pledged, sitting: Sitting): void {
    const before = known(this.shelf, deal) ?? this.#recall(deal);
    const again = (before?.again ?? 0) + Number(Boolean(before?.uncovered) && before?.seal !== seal);
    this.#here = true;
    this.#deal = seal ? deal : "";
    const { given = [], quarrels = [], begun = "" } = before ?? {};
    this.#known = before?.seal === seal ? { ...before, away: false } : { ...NOTHING, seal, given, again, quarrels, begun };
    keep(this.shelf, deal, seal || again || given.length || quarrels.length ? this.#known : null);
    this.look(sitting);
  }

  /** Promises a number once this person has a chair; after the page was loaded again the same one. */
  look({ you }: Sitting): void {
    const known = this.#known;
    if (you === null || !this.#deal || !known || known.uncovered || known.list || this.#promised === known.seal) return;
    if (this.#givenUnder(known.seal)) return;
    const [number, key] = [known.number || this.random(), known.private || this.random()];
    this.#promised = known.seal;
    this.#keep(this.#deal, { number, private: key, key: keyOfPrivate(key) });
    void this.send({ k: "add", deal: this.#deal, promised: promiseOf(known.seal, this.#known!.key, number) });
  }

  /** Uncovers the number, once for a seal, if it is the one that was told, and in the list the promise is there once, at one's own seat. */
  uncovering({ deal, seal, added }: Uncovering, { you, bots }: Sitting): void {
    const shown = this.#known;
    if (deal !== this.#deal || !shown) return;
    if (seal !== shown.seal) return this.#find(deal, "other_seal");
    const asked = this.#asked.has(seal) || this.#givenUnder(seal) || (shown.list !== null && listOf(seal, shown.list) !== listOf(seal, added));
    this.#asked.add(seal);
    if (asked) return this.#find(deal, "asked_twice");
    this.#keep(deal, { list: added });
    const ofBots = added.filter(({ seat }) => bots.includes(seat)).map(({ seat }) => seat);
    if (ofBots.length) return this.#find(deal, "bots", ofBots);
    if (!shown.number || shown.uncovered || you === null) return;
    const own = promiseOf(seal, shown.key, shown.number);
    const at = added.filter(({ promised }) => promised === own).map(({ seat }) => seat);
    if (!at.length || !isList(added)) return this.#find(deal, "not_listed");
    if (at.length > 1 || at[0] !== you) return this.#find(deal, "moved", at);
    const { number, key } = shown;
    const signed = sign(shown.private, textToSign(listOf(seal, added), you, number));
    this.#keep(deal, { private: "", seat: you, uncovered: true, given: [...shown.given, seal] });
    void this.send({ k: "uncover", deal, number, key, signed }).then(({ k }) => {
      if (k === "ok") this.#taken(deal, seal);
    });
  }

  /** The connection was lost: what is told meanwhile is not heard. */
  lost(): void {
    this.#here = false;
  }

  /** Compares what a deal began with with what was shown here before, keeps what differs, and returns it. */
  shuffled(fact: Fact, sitting: Sitting): Quarrel[] {
    const deal = typeof fact.id === "string" ? fact.id : this.#deal;
    const before = this.#recall(deal);
    if (fact.seal === undefined && !before?.seal && !this.#deal) return []; // nothing is sealed here
    const twice = this.#began.has(deal) || this.#beganElsewhere(deal, fact);
    this.#began.set(deal, { fact, bots: sitting.bots });
    return this.#judge(deal, { ...(before ?? NOTHING), away: !this.#here, private: "" }, sitting.you, twice);
  }

  /** Whether a deal began before with something else, or another one with this seal, as another page may have seen. */
  #beganElsewhere(deal: string, fact: Fact): boolean {
    const text = begunWith(fact);
    return Object.entries(all(this.shelf)).some(([id, { begun }]) => begun && (id === deal ? begun !== text : sealIn(begun) === fact.seal));
  }

  #judge(deal: string, before: Known, you: number | null, twice = false): Quarrel[] {
    const { fact, bots } = this.#began.get(deal)!;
    const found = compare(fact, before, bots);
    if (twice) found.push({ what: "begun_twice", seats: [] });
    if (before.number && !before.list && !before.away && you !== null) found.push({ what: "not_listed", seats: [] });
    const after = { ...before, begun: begunWith(fact), quarrels: together(before.quarrels, found) };
    keep(this.shelf, deal, after);
    if (deal === this.#deal) this.#known = after;
    if (after.quarrels.length > before.quarrels.length) this.quarrel(after.quarrels, after);
    return after.quarrels;
  }

  /** The server has said that a number will be in the deal, perhaps after the deal began. */
  #taken(deal: string, seal: string): void {
    const before = this.#recall(deal);
    if (before?.seal !== seal) return;
    const after = { ...before, taken: true };
    keep(this.shelf, deal, after);
    if (deal === this.#deal) this.#known = after;
    if (this.#began.has(deal)) this.#judge(deal, after, null);
  }

  #recall(deal: string): Known | null {
    return deal === this.#deal ? this.#known : known(this.shelf, deal);
  }

  /** Whether a number was uncovered under a seal, for this deal or another. */
  #givenUnder(seal: string): boolean {
    const own = this.#known?.given.includes(seal) && !(this.#known.seal === seal && this.#known.uncovered);
    return own || Object.entries(all(this.shelf)).some(([deal, { given }]) => deal !== this.#deal && given?.includes(seal));
  }

  #keep(deal: string, change: Partial<Known>): void {
    this.#known = { ...(this.#known ?? NOTHING), ...change };
    keep(this.shelf, deal, this.#known);
  }

  #find(deal: string, what: Difference, seats: number[] = []): void {
    this.#keep(deal, { quarrels: together(this.#known?.quarrels ?? [], [{ what, seats }]) });
    this.quarrel(this.#known!.quarrels, this.#known!);
  }
}
