/**
 * Keys and signatures of numbers: Ed25519 as in `qipai/engine/fair_order.py`, so that a browser takes and refuses what the server and the command do.
 *
 * `crypto.subtle` is only there where a page came over https, and browsers differ in what they take.
 */
import { getPublicKey, hashes, Point, sign as signed } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

hashes.sha512 = sha512;

const { p: P, d: D, n: L } = Point.CURVE();
const KEY = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;

/** A number whose lowest byte is written first. */
function little(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes.slice().reverse())}`);
}

/** The public key of a private one, both as hexadecimal digits. */
export function keyOfPrivate(key: string): string {
  return bytesToHex(getPublicKey(hexToBytes(key)));
}

/** Signs a text with a private key. */
export function sign(key: string, text: string): string {
  return bytesToHex(signed(utf8ToBytes(text), hexToBytes(key)));
}

/** Whether this is a key that may be used: of no small order, under which one signature fits many texts, and written as RFC 8032 does it. */
export function isKey(key: string): boolean {
  if (!KEY.test(key)) return false;
  const y = little(hexToBytes(key)) % 2n ** 255n;
  return y < P && (y * (y * y - 1n) * (D * y ** 4n + 2n * y * y - 1n)) % P !== 0n;
}

/** Whether a text is signed with a key: S B = R + k A, compared as it is written. */
export function verify(key: string, signature: string, text: string): boolean {
  if (!isKey(key) || !SIGNATURE.test(signature)) return false;
  const [r, s] = [hexToBytes(signature.slice(0, 64)), little(hexToBytes(signature.slice(64)))];
  if (s >= L) return false;
  try {
    const a = Point.fromHex(key);
    const k = little(sha512(new Uint8Array([...r, ...hexToBytes(key), ...utf8ToBytes(text)]))) % L;
    return Point.BASE.multiply(s, false).subtract(a.multiply(k, false)).toHex() === bytesToHex(r);
  } catch {
    return false; // no point of the curve
  }
}
