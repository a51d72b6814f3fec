/**
 * The order of the cards from what was sealed before the deal: the same as `qipai/engine/fair_order.py` (docs/fairness.md).
 *
 * Browsers have `crypto.subtle` only where a page came over https; a table in a living room often does not.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import type { Fact } from "../words/game";

/** What a person's browser added to a deal. */
export interface Added {
  seat: number;
  /** the digest of its number; "" if it added nothing */
  promised: string;
  /** "" if it added nothing, or did not uncover it */
  number: string;
}

/** What came of the check of a sealed deal. */
export interface Checked {
  seal: string;
  secret: string;
  added: Added[];
  /** the secret is the one that was sealed */
  sealed: boolean;
  /** every number is the one that was promised */
  kept: boolean;
  cards: number;
  /** the first card, counted from 1, that is not where it should be; 0 if all are, and the lots too */
  differs: number;
}

const DIGEST = /^[0-9a-f]{64}$/;
const WORDS = 2 ** 32;

function digest(...parts: string[]): string {
  return bytesToHex(sha256(utf8ToBytes(parts.join("\n"))));
}

export function sealOf(deal: string, secret: string): string {
  return digest("qipai seal 1", deal, secret);
}

export function promiseOf(seal: string, number: string): string {
  return digest("qipai number 1", seal, number);
}

export function keyOf(deal: string, secret: string, added: readonly Added[]): Uint8Array {
  const numbers = added.filter(({ number }) => number).map(({ seat, number }) => `${seat} ${number}`);
  return hmac(sha256, hexToBytes(secret), utf8ToBytes(["qipai deal 1", deal, ...numbers].join("\n")));
}

/** Numbers of 32 bits without end: eight of each block, the highest byte first. */
function* wordsOf(key: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) {
    const made = new DataView(hmac(sha256, key, utf8ToBytes(`qipai cards 1\n${block}`)).slice().buffer);
    for (let at = 0; at < made.byteLength; at += 4) yield made.getUint32(at);
  }
}

/** A number from 0 to n - 1, all equally likely. */
function below(words: Generator<number, never>, n: number): number {
  const end = Math.floor(WORDS / n) * n;
  for (;;) {
    const word = words.next().value;
    if (word < end) return word % n;
  }
}

/** Cards, given in any order, in that of drawing, and the results of lots with so many sides. */
export function drawFaces(key: Uint8Array, faces: readonly string[], sides: readonly number[]): { order: string[]; lots: number[] } {
  const words = wordsOf(key);
  const order = [...faces].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(words, last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return { order, lots: sides.map((n) => (n > 0 ? below(words, n) : 0)) };
}

/** Works the order of a finished deal out again from the fact of its shuffle; null if it was not sealed. */
export function check(shuffled: Fact | undefined): Checked | null {
  const hidden = (shuffled?.hidden ?? {}) as Record<string, unknown>;
  if (!shuffled || (shuffled.seal === undefined && hidden.secret === undefined)) return null;
  const [deal, seal, secret] = [shuffled.id, shuffled.seal, hidden.secret].map((text) => (typeof text === "string" ? text : "")) as [string, string, string];
  const added = (shuffled.added ?? []) as Added[];
  const told = (hidden.order ?? []) as string[];
  const lots = (hidden.lots ?? []) as number[];
  const sealed = DIGEST.test(secret) && sealOf(deal, secret) === seal;
  const bySeat = added.every(({ seat }, i) => i === 0 || added[i - 1]!.seat < seat);
  const kept = bySeat && added.every(({ promised, number }) => !number || (DIGEST.test(number) && promiseOf(seal, number) === promised));
  const drawn = drawFaces(keyOf(deal, DIGEST.test(secret) ? secret : "", added), told, (hidden.sides ?? []) as number[]);
  const place = told.findIndex((face, i) => face !== drawn.order[i]);
  const fallen = lots.length === drawn.lots.length && lots.every((lot, i) => lot === drawn.lots[i]);
  return { seal, secret, added, sealed, kept, cards: told.length, differs: place >= 0 ? place + 1 : fallen ? 0 : told.length };
}
