/** Single keys at the table, and what they mean. */

export type Deed =
  | "play" | "pass" | "hint" | "sort" | "clear" | "fewer" | "log" | "rules" | "note" | "keys" | "advise" | "trick"
  | { rank: string }
  | { stack: string }
  | { seat: number };

/** What the keys are for just now: a hand of cards, of money cards by their numbers, of pieces, or stacks by their numbers. */
export type Holding = "cards" | "money" | "pieces" | "stacks";

const DEEDS: Record<string, Deed> = {
  Enter: "play",
  Backspace: "fewer",
  Escape: "clear",
  p: "pass",
  h: "hint",
  s: "sort",
  l: "log",
  u: "rules",
  n: "note",
  w: "advise",
  t: "trick",
  "?": "keys",
};

/** Always work, also where single keys are switched off. */
const PLAIN = new Set(["Enter", "Escape", "Backspace"]);

/** Belongs to the browser, or to the device. */
export function isBrowsers(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

/**
 * The key that is meant, in small letters; "" while an input method composes.
 *
 * A Latin letter, a digit or a sign is what it says, wherever it lies.  A letter of another script stands for the Latin one
 * in its place, as does whatever an input method takes; so does a digit of another script, and what a row of digits gives without shift.
 */
export function keyOf({ key: said, code, shiftKey, isComposing }: KeyboardEvent): string {
  if (isComposing) return "";
  const key = said.normalize("NFKC"); // wide letters and signs
  const place = /^(Key|Digit|Numpad)([A-Z]|\d)$/.exec(code);
  const plain = key.length === 1 ? key.toLowerCase() : key;
  if (!place || /^[a-z\d]$/.test(plain)) return plain;
  const [, row, name] = place;
  const taken = key === "Process";
  const foreign = /^[\p{L}\p{M}]+$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  const stands = row === "Key" ? taken || foreign : /^\p{Nd}$/u.test(key) || (row === "Digit" && !shiftKey && (taken || [...key].length === 1));
  return stands ? name!.toLowerCase() : plain;
}

export function deedOf(event: KeyboardEvent, singleKeys: boolean, holding: Holding): Deed | undefined {
  if (event.ctrlKey || event.metaKey || event.isComposing) return undefined;
  if (event.altKey) {
    const seat = /^Digit([1-6])$/.exec(event.code);
    return seat ? { seat: Number(seat[1]) } : undefined;
  }
  if (!singleKeys && !PLAIN.has(event.key)) return undefined;
  const key = keyOf(event);
  if (holding === "stacks" && /^\d$/.test(key)) return { stack: key };
  if (holding === "money") return DEEDS[key] ?? (/^[1-9]$/.test(key) ? { rank: key } : undefined);
  if (holding === "pieces") return pieceOf(key, event.shiftKey) ?? DEEDS[key];
  return DEEDS[key] ?? rankOf(key);
}

function rankOf(key: string): Deed | undefined {
  if (/^[2-9]$/.test(key)) return { rank: key };
  if (key === "0") return { rank: "10" };
  if (/^[jqkabr]$/.test(key)) return { rank: key.toUpperCase() };
  return undefined;
}

/** Pieces are named by their letters.  H is the hint at every table, so the horse wants the shift key. */
function pieceOf(key: string, shift: boolean): Deed | undefined {
  return /^[gaercp]$/.test(key) || (shift && key === "h") ? { rank: key.toUpperCase() } : undefined;
}

/** Does the focused element use keys itself?  Then they are not for the table. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input:not([type=radio]):not([type=checkbox]), select, textarea, [contenteditable]") !== null;
}
