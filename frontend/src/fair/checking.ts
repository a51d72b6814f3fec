/** What does not fit in a deal that was sealed: in itself, and beside what this browser was shown (docs/fairness.md). */
import { isBotName } from "../words";
import type { Promised } from "../protocol";
import type { Fact } from "../words/game";
import { DIGEST, MOST_SIDES, drawFaces, firstPromiseOf, keyOf, listOf, promiseOf, promisesOf, sealOf, startOf, textToSign } from "./order";
import type { Added, Head, Kind } from "./order";
import { verify } from "./signing";

/** Something that a browser finds wrong with a deal. */
export type Difference =
  | "other_seal" // than it was shown
  | "no_seal" // was shown before the deal began
  | "given_elsewhere" // its number, for another seal than that of the deal
  | "older_kind" // of seal than it was shown
  | "other_start" // than was closed with the list
  | "other_list" // of promises than it was shown
  | "odd_list" // with a seat twice, or one that no person has
  | "not_listed" // its own promise
  | "replaced" // its own promise, by a later one of this person or of the server
  | "moved" // its own promise or number, to another seat
  | "left_out" // its number, which was acknowledged
  | "unfit" // numbers that were not promised, or not signed for this list
  | "bots" // have promised or added something
  | "asked_twice" // for a number, under one seal
  | "begun_twice" // under one id or one seal
  | "unreadable"; // what the server has told

/** A difference, and the seats that it is about. */
export interface Quarrel {
  what: Difference;
  seats: number[];
}

/** What this browser knows of a deal's seal. */
export interface Known {
  /** of what was remembered before numbers were signed there is no more than seal and number */
  kind: Kind;
  seal: string;
  /** what the deal will be dealt from, as it was shown closed; "" if it was not */
  start: string;
  /** all promises, as it was shown them closed; null if it was not */
  list: Promised[] | null;
  /** what pages of this browser have promised for this seal */
  promised: string[];
  /** the number that it has uncovered; "" before */
  number: string;
  /** where it sat when it uncovered; null before */
  seat: number | null;
  uncovered: boolean;
  /** the server has said that its number will be in the deal */
  taken: boolean;
  /** the seals under which it has uncovered a number for this deal */
  given: string[];
  /** how often another secret was sealed for this deal after this browser had uncovered a number */
  again: number;
  /** what the deal began with, as one text; "" before */
  begun: string;
  /** its connection was lost after it had been shown the seal, so another may have been told meanwhile */
  away: boolean;
  quarrels: Quarrel[];
}

/** What came of the check of a sealed deal. */
export interface Checked {
  kind: Kind;
  seal: string;
  secret: string;
  added: Added[];
  /** all fields are of the types that they should be */
  readable: boolean;
  /** the secret is the one that was sealed */
  sealed: boolean;
  /** every number is of a person, the promised one, and in the second kind signed for this list */
  kept: boolean;
  cards: number;
  /** the first card, counted from 1, that is not where it should be; 0 if all are, and the lots too */
  differs: number;
  /** what differs from what this browser was shown, or does not fit */
  quarrels: Quarrel[];
}

const ID = /^[^\n\ud800-\udfff]+$/u;

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** What was added, as a fact tells it, whatever it tells. */
export function addedOf(fact: Fact): Added[] {
  const told = Array.isArray(fact.added) ? (fact.added as unknown[]) : [];
  return told.map((one) => {
    const { seat, promised, number, key, signed } = (one ?? {}) as Record<string, unknown>;
    const texts = { promised: textOf(promised), number: textOf(number) };
    const place = Number.isInteger(seat) ? (seat as number) : -1;
    return key === undefined && signed === undefined ? { seat: place, ...texts } : { seat: place, ...texts, key: textOf(key), signed: textOf(signed) };
  });
}

/** Of which kind a seal is written. */
function kindOf(fact: Fact): Kind {
  return fact.start === undefined ? 1 : 2;
}

/** Whether a list is by seat, each once, and of promises. */
export function isList(list: readonly Promised[]): boolean {
  return Array.isArray(list) && list.every((one, i) => Number.isInteger(one?.seat) && one.seat > (list[i - 1]?.seat ?? -1) && DIGEST.test(one.promised));
}

/** The seats whose numbers are not the promised ones, or not signed for this list. */
function unfit(seal: string, start: string, added: readonly Added[], kind: Kind): number[] {
  const list = listOf(seal, start, added);
  const wrong = added.filter((one, i) => {
    const { seat, promised, number, key = "", signed = "" } = one;
    if (seat <= (added[i - 1]?.seat ?? -1) || (promised && !DIGEST.test(promised))) return true;
    if (seat < 0 || (kind === 2) !== (one.key !== undefined && one.signed !== undefined)) return true;
    if (!number && !key && !signed) return false;
    if (!DIGEST.test(number)) return true;
    if (kind === 1) return firstPromiseOf(seal, number) !== promised;
    return promiseOf(seal, key, number) !== promised || !verify(key, signed, textToSign(list, seat, number));
  });
  return wrong.map(({ seat }) => seat);
}

/** The seats at which two lists of promises differ. */
function differing(one: readonly Promised[], other: readonly Promised[]): number[] {
  const text = (list: readonly Promised[], seat: number) => list.filter((it) => it.seat === seat).map(({ promised }) => promised).join(" ");
  const seats = new Set([...one, ...other].map(({ seat }) => seat));
  return [...seats].filter((seat) => text(one, seat) !== text(other, seat)).sort((a, b) => a - b);
}

/** Compares what a deal began with, seat by seat and promise by promise, with what this browser was shown. */
export function compare(fact: Fact, known: Known | null, bots: readonly number[]): Quarrel[] {
  const added = addedOf(fact);
  const [seal, start] = [textOf(fact.seal), textOf(fact.start)];
  const found: Quarrel[] = [];
  const tell = (what: Difference, seats: number[] = []) => void found.push({ what, seats });
  const ofBots = added.filter(({ seat, promised, number }) => bots.includes(seat) && (promised || number)).map(({ seat }) => seat);
  const kind = kindOf(fact);
  if (known && known.seal !== seal) {
    if (known.uncovered || known.given.length) tell("given_elsewhere");
    if (!known.away) tell(known.seal ? "other_seal" : "no_seal");
  } else if (known?.kind === 2) {
    if (kind === 1) tell("older_kind");
    else if (known.start && known.start !== start) tell("other_start");
    const differ = known.list || !known.away ? differing(promisesOf(added), known.list ?? []) : [];
    if (differ.length) tell("other_list", differ);
    if (known.uncovered) {
      const at = added.filter(({ number }) => number === known.number).map(({ seat }) => seat);
      if (at.some((seat) => seat !== known.seat)) tell("moved", at);
      else if (!at.length && known.taken) tell("left_out", [known.seat!]);
    }
  }
  const wrong = unfit(seal, start, added, kind);
  if (wrong.length) tell("unfit", wrong);
  if (kind === 2 && ofBots.length) tell("bots", ofBots);
  return found;
}

/** Adds quarrels to others, each once. */
export function together(...lists: readonly (readonly Quarrel[])[]): Quarrel[] {
  const all = new Map<Difference, Quarrel>();
  for (const { what, seats } of lists.flat()) {
    const before = all.get(what)?.seats ?? [];
    all.set(what, { what, seats: [...new Set([...before, ...seats])].sort((a, b) => a - b) });
  }
  return [...all.values()];
}

/** What a record tells of the cards and lots; null if it is of other types than it should be. */
function cardsOf(hidden: Record<string, unknown>): { order: string[]; lots: number[]; sides: number[] } | null {
  const { order, lots, sides } = hidden;
  const isCount = (n: unknown, most: number) => Number.isInteger(n) && (n as number) >= 0 && (n as number) <= most;
  if (![order, lots, sides].every(Array.isArray)) return null;
  const right =
    (order as unknown[]).every((face) => typeof face === "string") &&
    (lots as unknown[]).every((lot) => isCount(lot, MOST_SIDES)) &&
    (sides as unknown[]).every((n) => isCount(n, MOST_SIDES));
  return right ? { order: order as string[], lots: lots as number[], sides: sides as number[] } : null;
}

/** The seats that `added` has too many or too few, where it is known who sat there. */
function strangers(added: readonly Added[], players: readonly string[], bots: readonly number[], kind: Kind): number[] {
  if (!players.length) return [];
  const missing = players.flatMap((_, seat) => (kind === 2 && !bots.includes(seat) && !added.some((one) => one.seat === seat) ? [seat] : []));
  return [...added.filter(({ seat }) => seat >= players.length).map(({ seat }) => seat), ...missing];
}

/**
 * Works the order of a finished deal out again from the fact of its shuffle, and compares it with what this browser was shown; null if nothing
 * was sealed, and nothing shown.  `players` are the names of the record, which tell who is a bot; `head` is what its first line has.
 */
export function check(shuffled: Fact | undefined, known: Known | null = null, players: readonly string[] = [], head: Head | null = null): Checked | null {
  const hidden = (typeof shuffled?.hidden === "object" && shuffled.hidden ? shuffled.hidden : {}) as Record<string, unknown>;
  if (!shuffled || (shuffled.seal === undefined && shuffled.start === undefined && hidden.secret === undefined && !known?.seal)) return null;
  const [deal, seal, secret, start] = [shuffled.id, shuffled.seal, hidden.secret, shuffled.start].map(textOf) as [string, string, string, string];
  const added = addedOf(shuffled);
  const kind = kindOf(shuffled);
  const cards = cardsOf(hidden);
  const readable = Boolean(cards) && ID.test(deal) && DIGEST.test(secret) && Array.isArray(shuffled.added) && (kind === 1 || DIGEST.test(start));
  const { order, lots, sides } = cards ?? { order: [], lots: [], sides: [] };
  const drawn = readable ? drawFaces(keyOf(deal, secret, start, added, kind), order, sides) : { order: [], lots: [] };
  const place = order.findIndex((face, i) => face !== drawn.order[i]);
  const fallen = lots.length === drawn.lots.length && lots.every((lot, i) => lot === drawn.lots[i]);
  const bots = players.flatMap((name, seat) => (isBotName(name) ? [seat] : []));
  const nowhere = strangers(added, players, bots, kind);
  const begun = kind === 2 && readable && head && startOf(secret, head) !== start;
  const wrong = together(
    readable ? [] : [{ what: "unreadable", seats: [] }],
    compare(shuffled, known, bots),
    nowhere.length ? [{ what: "unfit", seats: nowhere }] : [],
    begun ? [{ what: "other_start", seats: [] }] : [],
  );
  return {
    kind,
    seal,
    secret,
    added,
    readable,
    sealed: readable && sealOf(deal, secret, kind) === seal,
    kept: !wrong.some(({ what }) => what === "unfit" || what === "bots"),
    cards: order.length,
    differs: !readable ? 1 : place >= 0 ? place + 1 : fallen ? 0 : Math.max(order.length, 1),
    quarrels: together(known?.quarrels ?? [], wrong),
  };
}

/** What is said of a deal that was checked. */
export type Verdict = "true" | "differs" | "nothing"; // the last: of its cards nothing is promised to whoever promised a number that is not in it

/** Whether this browser has promised a number that is not in the deal. */
export function isWithout({ added }: Checked, known: Known | null): boolean {
  if (!known || (!known.promised.length && !known.number && !known.given.length)) return false;
  return !known.number || !added.some(({ number }) => number === known.number);
}

/** What a slow line or another device of the same person brings about too.  Its number is not in the deal then, and that is what is said. */
const ACCIDENTS: readonly Difference[] = ["not_listed", "replaced", "given_elsewhere"];

/** Whether a difference is none that can come about by accident: it is said at the table. */
export const isGrave = ({ what }: Quarrel): boolean => !ACCIDENTS.includes(what);

/** What to say of a deal, by what this browser has added and found. */
export function verdictOf(found: Checked, known: Known | null): Verdict {
  const { sealed, kept, differs, quarrels } = found;
  if (!sealed || !kept || differs || quarrels.some(isGrave)) return "differs";
  return isWithout(found, known) ? "nothing" : "true";
}
