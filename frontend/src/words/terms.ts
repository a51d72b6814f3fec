/** Words of art in a text: where each is met first, so that it can explain itself there. */
import type { GameView } from "../protocol";
import { said } from ".";
import { wordsOf, type Explained } from "./game";

export interface Part {
  text: string;
  /** what the text means, if it is a word of art */
  term: Explained | null;
}

const LETTER = /\p{Script=Latin}/u;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A pattern for all words of art of a game in the reader's language, the longest first; null where there are none. */
function patternOf(terms: readonly Explained[]): RegExp | null {
  const names = terms
    .map(({ name }) => said(name))
    .filter((name) => LETTER.test(name) || name.length > 1) // a single character is also a part of other words
    .sort((a, b) => b.length - a.length)
    .map((name) => (LETTER.test(name) ? `(?<!\\p{L})${escaped(name)}s?(?!\\p{L})` : escaped(name)));
  return names.length ? new RegExp(names.join("|"), "giu") : null;
}

/** Take a text apart at the words of art in it.  Those in `met` stay plain; those found are added to it. */
export function glossed(game: GameView, text: string, met: Set<Explained> = new Set()): Part[] {
  const terms = Object.values(wordsOf(game).terms ?? {});
  const pattern = patternOf(terms);
  if (!pattern) return [{ text, term: null }];
  const parts: Part[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    const word = found[0].toLowerCase();
    const term = terms.find(({ name }) => [said(name).toLowerCase(), `${said(name).toLowerCase()}s`].includes(word));
    if (!term || met.has(term)) continue;
    met.add(term);
    if (found.index > end) parts.push({ text: text.slice(end, found.index), term: null });
    parts.push({ text: found[0], term });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), term: null });
  return parts;
}
