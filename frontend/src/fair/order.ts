/**
 * The order of the cards from what was sealed before the deal: the same as `qipai/engine/fair_order.py` (docs/fairness.md).
 *
 * Browsers have `crypto.subtle` only where a page came over https; a table in a living room often does not.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import type { Promised } from "../protocol";

/** What a person's browser added to a deal. */
export interface Added extends Promised {
  /** "" if it added nothing, or did not uncover it */
  number: string;
  /** with which the number is signed; none in the first kind of seal */
  key?: string;
  signed?: string;
}

/** 1: the first kind of seal; 2: that with signed numbers. */
export type Kind = 1 | 2;

/** What a deal starts from, as the first line of its record has it. */
export interface Head {
  game: string;
  rules: Record<string, string>;
  setup: Record<string, unknown>;
}

export const DIGEST = /^[0-9a-f]{64}$/;
const WORDS = 2 ** 32;
/** the most sides of a lot */
export const MOST_SIDES = WORDS;

function digest(...parts: string[]): string {
  return bytesToHex(sha256(utf8ToBytes(parts.join("\n"))));
}

export function sealOf(deal: string, secret: string, kind: Kind = 2): string {
  return digest(`qipai seal ${kind}`, deal, secret);
}

/** The promise of a key and a number. */
export function promiseOf(seal: string, key: string, number: string): string {
  return digest("qipai promise 2", seal, key, number);
}

/** The promise of a number in the first kind of seal. */
export function firstPromiseOf(seal: string, number: string): string {
  return digest("qipai number 1", seal, number);
}

/** The promises among what was added, or those of a list. */
export function promisesOf(added: readonly Promised[]): Promised[] {
  return added.filter(({ promised }) => promised).map(({ seat, promised }) => ({ seat, promised }));
}

/** A JSON value whose objects have their keys in order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, part]) => [key, inOrder(part)]));
}

/** The digest of what a deal starts from, under the secret. */
export function startOf(secret: string, { game, rules, setup }: Head): string {
  const start = JSON.stringify(inOrder({ game, rules, setup })).replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return bytesToHex(hmac(sha256, hexToBytes(secret), utf8ToBytes(`qipai start 2\n${start}`)));
}

/** The digest of the start of a deal and of all promises, for which each number is signed. */
export function listOf(seal: string, start: string, added: readonly Promised[]): string {
  return digest("qipai list 2", seal, start, ...promisesOf(added).map(({ seat, promised }) => `${seat} ${promised}`));
}

/** What a browser signs when it uncovers its number. */
export function textToSign(list: string, seat: number, number: string): string {
  return ["qipai number 2", list, String(seat), number].join("\n");
}

export function keyOf(deal: string, secret: string, start: string, added: readonly Added[], kind: Kind = 2): Uint8Array {
  const numbers = added.filter(({ number }) => number).map(({ seat, number }) => `${seat} ${number}`);
  const list = kind === 2 ? [listOf(sealOf(deal, secret), start, added)] : [];
  return hmac(sha256, hexToBytes(secret), utf8ToBytes([`qipai deal ${kind}`, deal, ...list, ...numbers].join("\n")));
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
