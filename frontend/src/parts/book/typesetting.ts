/** A rule book's paragraphs with their examples drawn: the server's HTML, its `<code class="cards">` turned into small cards or discs. */
import type { GameView } from "../../protocol";
import { drawingOf, PIECES } from "../../cards/faces";
import type { Pack } from "../../cards/pack.svelte";
import { used } from "../../cards/used";
import { showsLetters } from "../../settings.svelte";
import { listed } from "../../words";
import { faceName, writtenPlay } from "../../words/cards";
import { wordsOf, type Explained } from "../../words/game";
import { glossed } from "../../words/terms";

const SUITS = "SHCD";

/** Suits say nothing in an example; equal ranks get different ones, and neighbours do too. */
function faces(cards: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cards.map((card, i) => {
    const rank = card.replace(/[XBR]$/, "");
    const copy = seen.get(rank) ?? 0;
    seen.set(rank, copy + 1);
    if (/[XBR]$/.test(card)) return card.endsWith("X") ? (copy % 2 ? "B" : "R") : card.at(-1)!;
    return rank + SUITS[(i + copy * 2 + rank.charCodeAt(0)) % 4]!;
  });
}

/** The book writes a disc as what stands on it. */
const DISCS = new Map(Object.entries(PIECES).map(([face, character]) => [character as string, face]));

function mini(face: string, pack: Pack = "french"): string {
  const { symbol, box } = drawingOf(face, "mini", showsLetters(), pack);
  return `<svg class="mini" viewBox="${box}" aria-hidden="true"><use href="${used(symbol)}"/></svg>`;
}

/** A play of an example: cards for the eye, its notation for the ear and for copying; discs have names for the ear. */
function drawn(notation: string, pack: Pack): string {
  const discs = [...notation].flatMap((character) => DISCS.get(character) ?? []);
  if (discs.length) return example(listed(discs.map(faceName)), discs.map((face) => mini(face)));
  if (notation.includes("+")) return notation.split("+").map((part) => drawn(part, pack)).join(" + ");
  const cards = notation.split("-");
  if (pack === "money") return example(writtenPlay(cards), cards.map((face) => mini(face, pack)));
  const drawings = faces(cards).map((face, i) => {
    const standsFor = /^(.+)[XBR]$/.exec(cards[i]!)?.[1];
    return standsFor ? `<span class="stands">${mini(face)}<b aria-hidden="true">${standsFor}</b></span>` : mini(face);
  });
  return example(notation, drawings);
}

function example(spoken: string, drawings: readonly string[]): string {
  return `<span class="example" translate="no"><span class="vh">${spoken}</span>${drawings.join("")}</span>`;
}

/**
 * A section as it is shown.  A paragraph that explains the notation itself keeps its letters: in the book's opening, one with a
 * joker's letter among its words, or with money cards.  With a `game`, its words of art become buttons.
 */
export function typeset(html: string, opening: boolean, pack: Pack, game?: GameView): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const block of page.body.querySelectorAll("p, li, td, th")) {
    const codes = [...block.querySelectorAll("code.cards")];
    if (opening && codes.some((code) => code.textContent === "X" || pack === "money")) continue;
    for (const code of codes) {
      const template = page.createElement("template");
      template.innerHTML = drawn(code.textContent!, pack);
      code.replaceWith(template.content);
    }
  }
  for (const drawing of page.body.querySelectorAll("svg, pre, code")) drawing.setAttribute("translate", "no");
  if (game) explain(page, game);
  return page.body.innerHTML;
}

/** Make a button of each word of art, where the game in one minute first uses it; `explaining` listens to them. */
function explain(page: Document, game: GameView) {
  const met = new Set<Explained>();
  const keys = new Map(Object.entries(wordsOf(game).terms ?? {}).map(([key, term]) => [term, key]));
  for (const item of page.body.querySelectorAll("ul:first-of-type > li")) {
    for (const node of [...item.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE)) {
      const parts = glossed(game, node.textContent!, met).map(({ text, term }) => {
        if (!term) return text;
        const button = page.createElement("button");
        Object.assign(button, { type: "button", className: "gl", textContent: text });
        button.dataset["term"] = keys.get(term)!;
        button.setAttribute("aria-haspopup", "dialog");
        return button;
      });
      (node as Text).replaceWith(...parts);
    }
  }
}
