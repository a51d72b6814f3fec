/** What does not fit in a deal that was sealed: in itself, and beside what this browser was shown (docs/fairness.md). */
import { isBotName } from "../words";
import type { Promised } from "../protocol";
import type { Fact } from "../words/game";
import { DIGEST, drawFaces, firstPromiseOf, keyOf, listOf, promiseOf, promisesOf, sealOf, textToSign, type Added, type Kind } from "./order";
import { verify } from "./signing";

/** Something that a browser finds wrong with a deal. */
export type Difference =
  | "other_seal" // than it was shown
  | "no_seal" // was shown before the deal began
  | "other_list" // of promises than it was shown
  | "not_listed" // its own promise
  | "moved" // its own promise or number, to another seat
  | "left_out" // its number, which was acknowledged
  | "unfit" // numbers that were not promised, or not signed for this list
  | "bots" // have promised or added something
  | "asked_twice" // for a number, under one seal
  | "begun_twice"; // under one id or one seal

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
  /** all promises, as it was shown them closed; null if it was not */
  list: Promised[] | null;
  /** its own number; "" as long as it has promised none */
  number: string;
  /** with which it signs; "" once it has */
  private: string;
  key: string;
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

/** Of which kind a seal is written; of a deal of bots alone it is the one that the secret fits. */
function kindOf(added: readonly Added[], deal: string, seal: string, secret: string): Kind {
  if (added.length) return added.some(({ key, signed }) => key !== undefined || signed !== undefined) ? 2 : 1;
  return secret && sealOf(deal, secret, 1) === seal ? 1 : 2;
}

/** Whether a list is by seat, each once, and of promises. */
export function isList(list: readonly Promised[]): boolean {
  return list.every(({ seat, promised }, i) => Number.isInteger(seat) && seat > (list[i - 1]?.seat ?? -1) && DIGEST.test(promised));
}

/** The seats whose numbers are not the promised ones, or not signed for this list. */
function unfit(seal: string, added: readonly Added[], kind: Kind): number[] {
  const list = listOf(seal, added);
  const wrong = added.filter((one, i) => {
    const { seat, promised, number, key = "", signed = "" } = one;
    if (seat <= (added[i - 1]?.seat ?? -1) || (promised && !DIGEST.test(promised))) return true;
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
  const seal = textOf(fact.seal);
  const found: Quarrel[] = [];
  const tell = (what: Difference, seats: number[] = []) => void found.push({ what, seats });
  const ofBots = added.filter(({ seat, promised, number }) => bots.includes(seat) && (promised || number)).map(({ seat }) => seat);
  const kind = kindOf(added, "", seal, "");
  if (known && known.seal !== seal) {
    if (!known.away) tell(known.seal ? "other_seal" : "no_seal");
  } else if (known?.kind === 2) {
    if (kind === 1) tell("other_seal"); // none was shown of that kind
    const differ = known.list || !known.away ? differing(promisesOf(added), known.list ?? []) : [];
    if (differ.length) tell("other_list", differ);
    if (known.uncovered) {
      const at = added.filter(({ number }) => number === known.number).map(({ seat }) => seat);
      if (at.some((seat) => seat !== known.seat)) tell("moved", at);
      else if (!at.length && known.taken) tell("left_out", [known.seat!]);
    }
  }
  const wrong = unfit(seal, added, kind);
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

/**
 * Works the order of a finished deal out again from the fact of its shuffle, and compares it with what this browser was shown; null if nothing
 * was sealed, and nothing shown.  `players` are the names of the record, which tell who is a bot.
 */
export function check(shuffled: Fact | undefined, known: Known | null = null, players: readonly string[] = []): Checked | null {
  const hidden = (shuffled?.hidden ?? {}) as Record<string, unknown>;
  if (!shuffled || (shuffled.seal === undefined && hidden.secret === undefined && !known?.seal)) return null;
  const [deal, seal, secret] = [shuffled.id, shuffled.seal, hidden.secret].map(textOf) as [string, string, string];
  const added = addedOf(shuffled);
  const kind = kindOf(added, deal, seal, secret);
  const told = (hidden.order ?? []) as string[];
  const lots = (hidden.lots ?? []) as number[];
  const key = DIGEST.test(secret) ? keyOf(deal, secret, added, kind) : new Uint8Array(32);
  const drawn = drawFaces(key, told, (hidden.sides ?? []) as number[]);
  const place = told.findIndex((face, i) => face !== drawn.order[i]);
  const fallen = lots.length === drawn.lots.length && lots.every((lot, i) => lot === drawn.lots[i]);
  const bots = players.flatMap((name, seat) => (isBotName(name) ? [seat] : []));
  const nowhere = players.length ? added.filter(({ seat }) => seat >= players.length) : [];
  const wrong = together(compare(shuffled, known, bots), nowhere.length ? [{ what: "unfit", seats: nowhere.map(({ seat }) => seat) }] : []);
  return {
    kind,
    seal,
    secret,
    added,
    sealed: DIGEST.test(secret) && sealOf(deal, secret, kind) === seal,
    kept: !wrong.some(({ what }) => what === "unfit" || what === "bots"),
    cards: told.length,
    differs: place >= 0 ? place + 1 : fallen ? 0 : told.length,
    quarrels: together(known?.quarrels ?? [], wrong),
  };
}
