/**
 * What this browser adds to the cards of a deal, and what it remembers to check it by.
 *
 * A number that is not given yet, and the key with which it will be signed, are in the memory of one page: two pages have two of each,
 * so neither signs for what the other is shown.  What was shown, given and found is on the browser's shelf.
 */
import type { Ok, No, Pledged, Uncovering } from "../protocol";
import type { Command } from "../socket";
import type { Fact } from "../words/game";
import { addedOf, compare, isList, together, type Difference, type Known, type Quarrel } from "./checking";
import { DIGEST, listOf, promiseOf, textToSign } from "./order";
import { keyOfPrivate, sign } from "./signing";

export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

/** What a page has promised for a seal and not given yet. */
export interface Own {
  deal: string;
  seal: string;
  promised: string;
  number: string;
  /** with which it signs, and its public key */
  private: string;
  key: string;
}

/** Who sits where, as this browser sees the table. */
export interface Sitting {
  /** one's own chair; null for none */
  you: number | null;
  /** the chairs of people, and of bots */
  people: readonly number[];
  bots: readonly number[];
}

const SHELF = "qipai.seals";
const LEFT = "qipai.promised";
/** deals that are remembered */
const MOST = 200;
const NOTHING: Known = {
  kind: 2,
  seal: "",
  start: "",
  list: null,
  promised: [],
  number: "",
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

/** What this tab left for itself when it was loaded again; taken away, so that a copy of the tab has none. */
export function takeLeft(): Own | null {
  try {
    const left = sessionStorage.getItem(LEFT);
    sessionStorage.removeItem(LEFT);
    return left === null ? null : (JSON.parse(left) as Own);
  } catch {
    return null;
  }
}

/** Leaves something for this tab, if it is loaded again. */
export function leave(own: Own | null): void {
  try {
    if (own) sessionStorage.setItem(LEFT, JSON.stringify(own));
  } catch {
    // a closed shelf: then the page promises another number
  }
}

/** 32 random bytes.  `getRandomValues` is there without https too. */
function newNumber(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function all(shelf: Shelf): Record<string, Known> {
  try {
    const kept: unknown = JSON.parse(shelf.getItem(SHELF) ?? "{}");
    return typeof kept === "object" && kept ? (kept as Record<string, Known>) : {};
  } catch {
    return {};
  }
}

/** What is remembered of a deal; null for nothing. */
export function known(shelf: Shelf, deal: string): Known | null {
  const kept = all(shelf);
  return Object.hasOwn(kept, deal) ? { ...OLDER, ...kept[deal] } : null;
}

/** Keeps what is known of a deal; what is too much is forgotten, first such deals for which nothing was given. */
function keep(shelf: Shelf, deal: string, what: Known | null): void {
  let entries = Object.entries(all(shelf)).filter(([id]) => id !== deal);
  const idle = entries.filter(([, { given, quarrels, uncovered }]) => !uncovered && !given?.length && !quarrels?.length);
  const forgotten = new Set(idle.slice(0, Math.max(0, entries.length + 1 - MOST)));
  entries = entries.filter((entry) => !forgotten.has(entry)).slice(1 - MOST);
  try {
    shelf.setItem(SHELF, JSON.stringify(Object.fromEntries(what ? [...entries, [deal, what]] : entries)));
  } catch {
    // a full or closed shelf: then this browser cannot say later what it added
  }
}

/** What a deal began with, as one text. */
function begunWith(fact: Fact): string {
  return JSON.stringify([fact.id, fact.seal, addedOf(fact), fact.start]);
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
  /** what this page has promised and not given */
  #own: Own | null;
  /** what this page has promised for the seal of now, given or not */
  #mine = "";
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
    /** what the page had promised before it was loaded again */
    left: Own | null = null,
  ) {
    this.#own = left;
  }

  /** What this page has promised and not given, for when it is loaded again. */
  get own(): Own | null {
    return this.#own;
  }

  /** Hears of a seal. */
  pledged({ deal, seal }: Pledged, sitting: Sitting): void {
    const before = known(this.shelf, deal) ?? this.#recall(deal);
    const again = (before?.again ?? 0) + Number(Boolean(before?.uncovered) && before?.seal !== seal);
    if (this.#deal !== deal || this.#known?.seal !== seal) this.#mine = "";
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
    if (you === null || !this.#deal || !known || known.uncovered || known.list || this.#mine) return;
    if (this.#givenUnder(known.seal)) return;
    const { seal } = known;
    if (this.#own?.seal !== seal || this.#own.deal !== this.#deal) {
      const [number, secret] = [this.random(), this.random()];
      const key = keyOfPrivate(secret);
      this.#own = { deal: this.#deal, seal, promised: promiseOf(seal, key, number), number, private: secret, key };
    }
    this.#mine = this.#own.promised;
    this.#keep(this.#deal, { promised: [...new Set([...known.promised, this.#mine])] });
    void this.send({ k: "add", deal: this.#deal, promised: this.#mine });
  }

  /** Uncovers the number, once for a seal, if it is the one that was told, and in the list the promise is there once, at one's own seat. */
  uncovering({ deal, seal, start, added }: Uncovering, { you, people, bots }: Sitting): void {
    this.#share();
    const shown = this.#known;
    if (deal !== this.#deal || !shown) return;
    if (seal !== shown.seal) return this.#find(deal, "other_seal");
    if (!DIGEST.test(start) || !isList(added)) return this.#find(deal, "odd_list");
    const other = shown.list !== null && listOf(seal, shown.start, shown.list) !== listOf(seal, start, added);
    const asked = this.#asked.has(seal) || this.#givenUnder(seal) || other;
    this.#asked.add(seal);
    if (asked) return this.#find(deal, "asked_twice");
    this.#keep(deal, { start, list: added });
    const seats = added.map((one) => one.seat);
    const ofBots = seats.filter((seat) => bots.includes(seat));
    if (ofBots.length) return this.#find(deal, "bots", ofBots);
    const strange = seats.filter((seat) => !people.includes(seat));
    if (strange.length) return this.#find(deal, "odd_list", strange);
    const own = this.#own;
    if (!this.#mine || own?.promised !== this.#mine || you === null) return;
    const at = added.filter(({ promised }) => promised === this.#mine).map(({ seat }) => seat);
    if (!at.length) return this.#notListed(deal, added.find(({ seat }) => seat === you)?.promised);
    if (at.length > 1 || at[0] !== you) return this.#find(deal, "moved", at);
    const { number, key } = own;
    const signed = sign(own.private, textToSign(listOf(seal, start, added), you, number));
    this.#own = null;
    this.#keep(deal, { seat: you, number, uncovered: true, given: [...this.#known!.given, seal] });
    void this.send({ k: "uncover", deal, number, key, signed }).then(({ k }) => {
      if (k === "ok") this.#taken(deal, seal);
    });
  }

  /** A list has not the promise of this page: no more is said of that where another page of this browser has promised too. */
  #notListed(deal: string, there: string | undefined): void {
    if (this.#known!.promised.some((promised) => promised !== this.#mine)) return;
    this.#find(deal, there === undefined ? "not_listed" : "replaced");
  }

  /** The connection was lost: what is told meanwhile is not heard. */
  lost(): void {
    this.#here = false;
    this.#asked.clear(); // what is asked for may be asked again, since its answer may be lost
  }

  /** Compares what a deal began with with what was shown here before, keeps what differs, and returns it. */
  shuffled(fact: Fact, sitting: Sitting): Quarrel[] {
    const deal = typeof fact.id === "string" ? fact.id : this.#deal;
    this.#share();
    const before = this.#recall(deal);
    if (fact.seal === undefined && !before?.seal && !this.#deal) return []; // nothing is sealed here
    const twice = this.#began.has(deal) || this.#beganElsewhere(deal, fact);
    this.#began.set(deal, { fact, bots: sitting.bots });
    if (deal === this.#deal) this.#own = null;
    const promised = sitting.you === null && !before?.uncovered ? [] : (before?.promised ?? []); // who stood up takes no part
    return this.#judge(deal, { ...(before ?? NOTHING), promised, away: !this.#here }, sitting.you, twice);
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
    if (before.promised.length && !before.list && !before.away && you !== null) found.push({ what: "not_listed", seats: [] });
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

  /** Takes in what another page of this browser has promised, was shown, gave and found for the same seal. */
  #share(): void {
    const [own, there] = [this.#known, known(this.shelf, this.#deal)];
    if (!own || there?.kind !== 2 || there.seal !== own.seal) return;
    const gave = own.uncovered ? own : there;
    const { number, seat, uncovered, taken } = gave;
    const promised = [...new Set([...there.promised, ...own.promised])];
    const given = [...new Set([...there.given, ...own.given])];
    const shown = own.list ? { start: own.start, list: own.list } : { start: there.start, list: there.list };
    const quarrels = together(there.quarrels, own.quarrels);
    this.#known = { ...own, ...shown, promised, number, seat, uncovered, taken, given, quarrels, begun: own.begun || there.begun };
  }

  /** Whether a number was uncovered under a seal, for another deal, or for this one before another seal was told. */
  #givenUnder(seal: string): boolean {
    const own = this.#known?.given.includes(seal) && !(this.#known.seal === seal && this.#known.uncovered);
    return own || Object.entries(all(this.shelf)).some(([deal, { given }]) => deal !== this.#deal && given?.includes(seal));
  }

  #keep(deal: string, change: Partial<Known>): void {
    this.#share();
    this.#known = { ...(this.#known ?? NOTHING), ...change };
    keep(this.shelf, deal, this.#known);
  }

  #find(deal: string, what: Difference, seats: number[] = []): void {
    this.#keep(deal, { quarrels: together(this.#known?.quarrels ?? [], [{ what, seats }]) });
    this.quarrel(this.#known!.quarrels, this.#known!);
  }
}
