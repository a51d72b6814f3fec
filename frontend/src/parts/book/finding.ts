/** Finding text in a rule book: the sections that have what was asked for, in either word where two are used. */
import type { Section } from "../../protocol";

/** A section as it is searched. */
export interface Page {
  number: string;
  title: string;
  text: string;
}

/** A section in which something was found, with the words around the place. */
export interface Found {
  number: string;
  title: string;
  before: string;
  match: string;
  after: string;
}

const BEFORE = 24; // characters shown on either side of what was found
const AFTER = 60;

const folded = (text: string) => text.toLowerCase();

/** The sections of a book as plain text. */
export function pagesOf(sections: readonly Section[]): Page[] {
  const parser = new DOMParser();
  return sections.map(({ number, title, html }) => {
    const page = parser.parseFromString(html.replace(/<\/(p|li|td|th)>/g, "$& "), "text/html").body;
    for (const diagram of page.querySelectorAll("figure.diagram")) diagram.remove(); // its words repeat those of the section
    const text = page.textContent ?? "";
    return { number, title, text: text.replace(/\s+/g, " ").trim() };
  });
}

/** What was asked for, and the same in the other words of `same`: lists of words that mean one thing. */
export function spellings(asked: string, same: readonly (readonly string[])[]): string[] {
  const wanted = folded(asked).replace(/\s+/g, " ").trim();
  const found = new Set([wanted]);
  for (const words of same.map((list) => list.map(folded)))
    for (const text of [...found])
      for (const word of words) if (text.includes(word)) for (const other of words) found.add(text.replaceAll(word, other));
  return [...found];
}

/** Where in a text the first of the spellings is: as it is written, or else all its words, of which the first is shown. */
function placeIn(text: string, wanted: readonly string[]): [at: number, length: number] | null {
  const whole = wanted.filter((phrase) => text.includes(phrase)).map((phrase): [number, number] => [text.indexOf(phrase), phrase.length]);
  if (whole.length) return whole.sort((a, b) => a[0] - b[0])[0]!;
  for (const words of wanted.map((phrase) => phrase.split(" ")))
    if (words.length > 1 && words.every((word) => text.includes(word))) return [text.indexOf(words[0]!), words[0]!.length];
  return null;
}

/** What stands before and after a place, cut between words where words have spaces between them. */
function around(text: string, at: number, length: number): Pick<Found, "before" | "match" | "after"> {
  const from = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + length + AFTER);
  const before = text.slice(from, at);
  const after = text.slice(at + length, end);
  return {
    before: from ? `…${/\w/.test(text[from - 1]!) ? before.replace(/^[\w.,;:’]+\s/, "") : before}` : before,
    match: text.slice(at, at + length),
    after: end < text.length ? `${/\w/.test(text[end]!) ? after.replace(/\w+$/, "").trimEnd() : after}…` : after,
  };
}

/** The sections that have what was asked for, in the book's order; one that is asked for by its number comes first. */
export function find(pages: readonly Page[], asked: string, same: readonly (readonly string[])[] = []): Found[] {
  const wanted = spellings(asked, same);
  if (wanted[0] === "") return [];
  const number = /^§?\s*(\d+(?:\.\d+)?)$/.exec(wanted[0]!)?.[1];
  const named = pages.filter((page) => page.number !== "" && page.number === number);
  const byNumber = named.map((page) => ({ number: page.number, title: page.title, ...around(page.text, 0, 0) }));
  const byText = pages.flatMap((page) => {
    const text = folded(page.text);
    const place = placeIn(text, wanted);
    const { number, title } = page;
    if (!place) return placeIn(folded(title), wanted) ? [{ number, title, ...around(page.text, 0, 0) }] : [];
    return [{ number, title, ...around(page.text, ...place) }];
  });
  return [...byNumber, ...byText.filter((page) => page.number !== number || !named.length)];
}

/** Colour every place of the text under `root` that has one of the spellings, where the browser can. */
export function colour(root: HTMLElement | undefined, wanted: readonly string[]) {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete("found");
  const phrases = wanted.filter((phrase) => phrase !== "");
  if (!root || !phrases.length) return;
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const text = folded(node.textContent ?? "");
    for (const phrase of phrases)
      for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + phrase.length)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + phrase.length);
        ranges.push(range);
      }
  }
  if (ranges.length) CSS.highlights.set("found", new Highlight(...ranges));
}
