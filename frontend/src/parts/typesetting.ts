/** A rule book's paragraphs with their examples drawn: the server's HTML, its `<code class="cards">` turned into small cards. */

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

/** A play of an example: cards for the eye, its notation for the ear and for copying. */
function drawn(notation: string): string {
  const cards = notation.split("-");
  const drawings = faces(cards).map((face, i) => {
    const card = `<svg class="mini" viewBox="0 0 34 22" aria-hidden="true"><use href="#m-${face}"/></svg>`;
    const standsFor = /^(.+)[XBR]$/.exec(cards[i]!)?.[1];
    return standsFor ? `<span class="stands">${card}<b aria-hidden="true">${standsFor}</b></span>` : card;
  });
  return `<span class="example"><span class="vh">${notation}</span>${drawings.join("")}</span>`;
}

/**
 * A section as it is shown.  A paragraph that explains the notation itself, known by a joker's letter among its words in the
 * book's opening, keeps its letters.
 */
export function typeset(html: string, opening: boolean): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const block of page.body.querySelectorAll("p, li, td")) {
    const codes = [...block.querySelectorAll("code.cards")];
    if (opening && codes.some((code) => code.textContent === "X")) continue;
    for (const code of codes) {
      const template = page.createElement("template");
      template.innerHTML = drawn(code.textContent!);
      code.replaceWith(template.content);
    }
  }
  return page.body.innerHTML;
}
