/**
 * The narrow money cards of Luk Fu, in three optical sizes: desk (`ld-`), phone (`lp-`) and mini (`lm-`), and their backs.
 *
 * A corner has the number and the Latin letter of the suit, and beside it the suit's character.  Below is what the suit counts:
 * coins, strings of coins, a framed myriad, tens of myriads in a double oval.  Eight cards carry a red imprint.
 */
import outlines from "virtual:outlines?一二三四五六七八九拾貫索綫百子毛雲鹿花福歲";

import { notched, paper, placed, round, times, type Drawing } from "./drawing";
import { idOf } from "./faces";
import { numeral } from "./numerals";

const NUMERALS = "一二三四五六七八九";
const SUITS: Record<string, { ink: string; character: string }> = {
  S: { ink: "var(--sip)", character: "拾" },
  G: { ink: "var(--gon)", character: "貫" },
  K: { ink: "var(--sok)", character: "索" },
  C: { ink: "var(--chen)", character: "綫" },
};
const IMPRINTS = new Set(["9S", "9G", "9K", "9C", "8S", "1S", "1C", "L"]);
/** Every face of the pack: Li Chen and Li Fa have a letter alone. */
export const MONEY_FACES = [...Object.keys(SUITS).flatMap((suit) => [...NUMERALS].map((_, i) => `${9 - i}${suit}`)), "L", "F"];

const glyph = (character: string, cx: number, cy: number, size: number, ink: string) =>
  placed(idOf(character), cx, cy, size, ` color="${ink}"`);

/** Characters one under the other, the middle of all of them at a point. */
const column = (characters: string, cx: number, cy: number, size: number, step: number, ink: string) =>
  [...characters].map((character, i) => glyph(character, cx, round(cy + (i - (characters.length - 1) / 2) * step), size, ink)).join("");

const rule = (y: number, ink: string) => `<path d="M6 ${y}H42" stroke="${ink}"/>`;

function imprint(cx: number, cy: number, half: number, word: string): string {
  return (
    `<g transform="rotate(-5 ${cx} ${cy})">` +
    notched(cx - half, cy - half, 2 * half, 2 * half, half * 0.24, 'fill="var(--imprint)"') +
    glyph(word, cx, cy, half * 1.62, "var(--card)") +
    "</g>"
  );
}

/** How many stand in each row. */
const ROWS: number[][] = [[], [1], [1, 1], [1, 1, 1], [2, 2], [2, 1, 2], [2, 2, 2], [2, 2, 1, 2], [2, 2, 2, 2], [2, 2, 1, 2, 2]];

/** A room on the card for its motif. */
interface Room {
  cx: number;
  top: number;
  height: number;
  /** from one column to the other */
  apart: number;
  /** across the largest coin */
  largest: number;
}

/** So many of a thing, in rows of one or two. */
function counted(rank: number, { cx, top, height, apart }: Room, draw: (x: number, y: number, step: number) => string): string {
  const rows = ROWS[rank]!;
  const step = height / rows.length;
  return rows.map((count, row) => times(count, (i) => draw(cx + (count - 1) * (i - 0.5) * apart, round(top + step * (row + 0.5)), step))).join("");
}

const coins = (rank: number, room: Room) =>
  counted(rank, room, (x, y, step) => placed("l-coin", x, y, round(Math.min(room.largest, step * 0.92))));

/** 1 Chen is one great coin with a flower about its hole. */
function greatCoin({ cx, top, height }: Room, ink: string): string {
  const [y, r] = [top + height / 2, Math.min(15.5, height / 2 - 1)];
  const petals = times(8, (i) => {
    const angle = (i * Math.PI) / 4;
    return `<circle cx="${round(cx + r * 0.58 * Math.cos(angle))}" cy="${round(y + r * 0.58 * Math.sin(angle))}" r="${round(r * 0.15)}" fill="${ink}"/>`;
  });
  const side = round(r * 0.44);
  return (
    `<circle cx="${cx}" cy="${y}" r="${r}" fill="none" stroke="${ink}" stroke-width="${round(r * 0.2)}"/>${petals}` +
    `<rect x="${round(cx - side / 2)}" y="${round(y - side / 2)}" width="${side}" height="${side}" fill="none" stroke="${ink}" stroke-width="1.4"/>`
  );
}

/** Beads on a cord, knotted at both ends. */
function strings(rank: number, room: Room, ink: string): string {
  return counted(rank, room, (x, y, step) => {
    const beads = Math.max(2, Math.min(rank > 3 ? 5 : 9, Math.floor((step - 6) / 4.6)));
    const end = round(beads * 2.3 + 2.6);
    const bead = (i: number) => `M${round(x - 4.5)} ${round(y + (i - (beads - 1) / 2) * 4.6)}h9`;
    return (
      `<path d="M${x} ${round(y - end)}v${2 * end}" stroke="${ink}" stroke-width="1.4"/>` +
      `<path d="${times(beads, bead)}" stroke="${ink}" stroke-width="3.3" stroke-linecap="round"/>`
    );
  });
}

function myriad(rank: number, { cx, top, height }: Room, ink: string): string {
  const [w, h] = [Math.min(33, height * 0.52), Math.min(76, height)];
  const [x, y] = [round(cx - w / 2), round(top + (height - h) / 2)];
  return (
    notched(x, y, w, h, w * 0.17, `fill="none" stroke="${ink}" stroke-width="1.6"`) +
    notched(x + 2.6, y + 2.6, w - 5.2, h - 5.2, w * 0.17, `fill="none" stroke="${ink}" stroke-width=".6"`) +
    column(`${NUMERALS[rank - 1]}貫`, cx, y + h / 2, round(Math.min(w * 0.72, h * 0.4)), round(h * 0.41), ink)
  );
}

function tens(rank: number, { cx, top, height }: Room, ink: string): string {
  const [ry, rx] = [Math.min(41, height / 2), Math.min(19, height * 0.27)];
  const y = round(top + height / 2);
  const words = rank === 1 ? "百子" : `${NUMERALS[rank - 1]}拾`;
  const oval = (inset: number, width: number) =>
    `<ellipse cx="${cx}" cy="${y}" rx="${round(rx - inset)}" ry="${round(ry - inset)}" fill="none" stroke="${ink}" stroke-width="${width}"/>`;
  return oval(0, 1.6) + oval(2.7, 0.7) + column(words, cx, y, round(Math.min(rx * 1.2, ry * 0.68)), round(ry * 0.72), ink);
}

function motif(rank: number, suit: string, room: Room): string {
  const { ink } = SUITS[suit]!;
  if (suit === "C") return rank === 1 ? greatCoin(room, ink) : coins(rank, room);
  if (suit === "K") return strings(rank, room, ink);
  return suit === "G" ? myriad(rank, room, ink) : tens(rank, room, ink);
}

/** A card's corner: its index, the character beside it, a line under both. */
function corner(index: string, character: string, ink: string, foot: number, height: number): string {
  const line = rule(foot + 5, ink);
  if (!character) return numeral(24, foot, height, ink, index) + line;
  return numeral(16, foot, height, ink, index) + glyph(character, 37.5, foot - height * 0.45, height * 0.72, ink) + line;
}

function card(face: string): Drawing[] {
  const [rank, suit] = [Number(face[0]), face[1]!];
  const { ink, character } = SUITS[suit]!;
  const red = IMPRINTS.has(face);
  const word = face === "1C" ? "毛" : "福";
  const room = (top: number, height: number): Room => ({ cx: 24, top, height, apart: 18.5, largest: 17 });
  return [
    {
      id: `ld-${face}`,
      box: "0 0 48 156",
      body:
        paper(48, 156, 4) +
        corner(face, character, ink, 23, 18) +
        motif(rank, suit, red ? room(36, 84) : room(38, 102)) +
        (red ? imprint(24, 137, 11.5, word) : rule(148, ink)),
    },
    {
      id: `lp-${face}`,
      box: "0 0 48 84",
      body: paper(48, 84, 4) + corner(face, character, ink, 24, 19) + motif(rank, suit, room(34, 45)) + (red ? imprint(39.5, 75.5, 6.6, word) : ""),
    },
    {
      id: `lm-${face}`,
      box: "0 0 38 22",
      body: paper(38, 22, 3) + numeral(12.8, 17, 12.6, ink, face) + glyph(character, 28, 11, 12.5, ink) + (red ? strip : ""),
    },
  ];
}

const strip = '<path d="M35.4 1.4V20.6" stroke="var(--imprint)" stroke-width="2.6"/>';

const CLOUD = "M12 {y}c0-5 7-6 8-2c1-6 10-6 10 1c5-2 8 4 3 6H15c-5 0-6-4-3-5Z";
const cloud = (y: number, ink: string) => `<path d="${CLOUD.replace("{y}", String(y))}" fill="none" stroke="${ink}" stroke-width="1.4"/>`;

/** A flower of five petals on its stem. */
function flower(y: number, ink: string): string {
  const petals = times(5, (i) => `<ellipse cx="24" cy="${y - 5.4}" rx="3.2" ry="4.4" transform="rotate(${i * 72} 24 ${y})" fill="none" stroke="${ink}" stroke-width="1.2"/>`);
  return `${petals}<circle cx="24" cy="${y}" r="1.8" fill="${ink}"/>`;
}

/** Li Chen (雲綫, under a cloud) and Li Fa (鹿花, under a flower) belong to no suit. */
function single(face: "L" | "F"): Drawing[] {
  const ink = "var(--spade)";
  const words = face === "L" ? "雲綫" : "鹿花";
  const red = IMPRINTS.has(face);
  const ornament = (y: number) => (face === "L" ? cloud(y, ink) : flower(y, ink));
  return [
    {
      id: `ld-${face}`,
      box: "0 0 48 156",
      body: paper(48, 156, 4) + corner(face, "", ink, 23, 18) + ornament(46) + column(words, 24, 91, 25, 28, ink) + (red ? imprint(24, 137, 11.5, "福") : rule(148, ink)),
    },
    {
      id: `lp-${face}`,
      box: "0 0 48 84",
      body: paper(48, 84, 4) + corner(face, "", ink, 24, 19) + column(words, 24, 56, 20, 21, ink) + (red ? imprint(39.5, 75.5, 6.6, "福") : ""),
    },
    {
      id: `lm-${face}`,
      box: "0 0 38 22",
      body: paper(38, 22, 3) + numeral(8.5, 17, 12.6, ink, face) + [...words].map((word, i) => glyph(word, 18.5 + i * 11, 11, 11.5, ink)).join("") + (red ? strip : ""),
    },
  ];
}

/** Lozenges with a coin's hole in each. */
function back(size: string, w: number, h: number, radius: number, cell: number): Drawing {
  const inset = radius + 1;
  const [inner, tall] = [w - 2 * inset, h - 2 * inset];
  const [across, down] = [Math.max(1, Math.round(inner / cell)), Math.max(1, Math.round(tall / cell))];
  const [dx, dy] = [inner / across, tall / down];
  const lozenge = (x: number, y: number) =>
    `M${round(x)} ${round(y + dy / 2)}l${round(dx / 2)} ${round(-dy / 2)}l${round(dx / 2)} ${round(dy / 2)}l${round(-dx / 2)} ${round(dy / 2)}z` +
    `M${round(x + dx / 2 - 1)} ${round(y + dy / 2 - 1)}h2v2h-2z`;
  const pattern = times(down, (row) => times(across, (i) => lozenge(inset + i * dx, inset + row * dy)));
  return {
    id: `${size}-back`,
    box: `0 0 ${w} ${h}`,
    body:
      `<rect x=".5" y=".5" width="${w - 1}" height="${h - 1}" rx="${radius}" fill="var(--back)" stroke="var(--card-edge)"/>` +
      `<path d="${pattern}" fill="none" stroke="var(--back-2)" stroke-opacity=".6" stroke-width=".9"/>` +
      notched(inset - 2, inset - 2, inner + 4, tall + 4, radius * 0.7, 'fill="none" stroke="var(--back-2)" stroke-width="1.3"'),
  };
}

const characters: Drawing[] = Object.entries(outlines).map(([character, d]) => ({
  id: idOf(character),
  box: "0 0 100 100",
  body: `<path d="${d}" fill="currentColor"/>`,
}));

const coin: Drawing = {
  id: "l-coin",
  box: "0 0 20 20",
  body:
    '<circle cx="10" cy="10" r="8" fill="none" stroke="var(--chen)" stroke-width="3.4"/>' +
    '<rect x="7.2" y="7.2" width="5.6" height="5.6" fill="none" stroke="var(--chen)" stroke-width="1.4"/>',
};

export const moneySymbols: Drawing[] = [
  ...characters,
  coin,
  ...MONEY_FACES.flatMap((face) => (face === "L" || face === "F" ? single(face) : card(face))),
  back("ld", 48, 156, 4, 12),
  back("lp", 48, 84, 4, 12),
  back("lm", 38, 22, 3, 8),
];
