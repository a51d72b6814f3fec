/**
 * Ranks and the word on the jokers, written with a pen of our own: the same on every machine, whatever fonts it has.
 *
 * A glyph is the way of a broad pen, in a box 100 high.  The pen is wider than tall, so uprights are thick and level strokes
 * thin, as on printed cards; a way that begins with `-` is drawn with the thin edge.
 */
import { round, type Drawing } from "./drawing";

const WIDE = 16.5; // of the pen
const TALL = 7.4;
const EXPANDED = 1.1; // so much wider than it was drawn
const THIN = 0.5; // of the pen, for the thin edge

interface Glyph {
  width: number;
  ways: string[];
}

const GLYPHS: Record<string, Glyph> = {
  "0": { width: 62, ways: ["M31 3C13 3 7 26 7 50C7 76 15 97 31 97C47 97 55 76 55 50C55 26 49 3 31 3"] },
  "1": { width: 44, ways: ["M23 97V4", "-M21 6C18 13 13 17 6 20", "M8 97H38"] },
  "2": { width: 60, ways: ["M9 27C9 11 19 3 31 3C44 3 52 12 52 25C52 44 34 58 8 92", "M8 94C20 86 32 97 44 94C50 92 53 86 54 78"] },
  "3": { width: 60, ways: ["M10 20C13 9 21 3 31 3C43 3 50 11 50 23C50 37 41 45 27 47C43 48 53 57 53 72C53 88 42 97 28 97C17 97 9 91 7 80"] },
  "4": { width: 62, ways: ["M42 97V4", "-M40 6L5 67", "M5 69H58", "M29 97H55"] },
  "5": { width: 60, ways: ["M15 46V6", "M14 6H46C49 6 50 4 50 1", "M14 48C19 41 25 38 32 38C46 38 54 50 54 66C54 86 42 97 28 97C17 97 9 91 7 81"] },
  "6": { width: 62, ways: ["M50 17C47 8 41 3 34 3C16 3 8 27 8 57C8 83 18 97 32 97C46 97 55 85 55 69C55 52 45 43 33 43C20 43 10 53 8 67"] },
  "7": { width: 58, ways: ["M7 23V6", "M7 7C18 1 30 12 53 5", "M53 5C37 34 27 62 27 97"] },
  "8": { width: 62, ways: ["M31 46C18 40 12 33 12 23C12 11 20 3 31 3C42 3 50 11 50 23C50 33 44 40 31 46C16 52 7 60 7 74C7 88 17 97 31 97C45 97 55 88 55 74C55 60 46 52 31 46"] },
  "9": { width: 62, ways: ["M12 83C15 92 21 97 28 97C46 97 54 73 54 43C54 17 44 3 30 3C16 3 7 15 7 31C7 48 17 57 29 57C42 57 52 47 54 33"] },
  J: { width: 56, ways: ["M38 4V73C38 89 31 97 21 97C12 97 7 91 8 80", "M24 4H52"] },
  Q: { width: 72, ways: ["M35 3C16 3 7 25 7 50C7 76 17 97 35 97C53 97 63 76 63 50C63 25 54 3 35 3", "M33 76C42 78 46 99 64 101"] },
  K: { width: 72, ways: ["M16 4V96", "M4 4H28", "M4 96H28", "-M54 5L17 57", "M31 40L59 95", "M43 4H66", "M46 96H70"] },
  A: { width: 70, ways: ["-M33 5L11 95", "M35 4L58 95", "M18 64H50", "M2 96H23", "M43 96H69"] },
  O: { width: 70, ways: ["M35 3C16 3 7 25 7 50C7 76 17 97 35 97C53 97 63 76 63 50C63 25 54 3 35 3"] },
  E: { width: 60, ways: ["M15 4V96", "M4 4H50", "-M50 5V21", "M15 49H38", "-M38 40V58", "M4 96H53", "-M53 95V77"] },
  R: { width: 70, ways: ["M15 4V96", "M4 4H34C47 4 54 13 54 26C54 40 46 49 34 49H15", "M34 50C48 53 46 92 66 95", "M4 96H27"] },
  S: { width: 58, ways: ["-M48 22V4", "M48 22C44 9 38 3 29 3C17 3 10 12 10 25C10 40 20 44 29 49C40 55 50 61 50 75C50 89 41 97 29 97C18 97 12 90 9 78", "-M9 78V97"] },
  G: { width: 72, ways: ["-M57 24V4", "M57 24C53 10 45 3 35 3C16 3 7 25 7 50C7 76 16 97 35 97C46 97 54 92 57 84V58", "M43 58H69"] },
  C: { width: 64, ways: ["-M56 24V4", "M56 24C52 10 45 3 35 3C16 3 7 25 7 50C7 76 16 97 35 97C46 97 53 90 57 76"] },
  L: { width: 58, ways: ["M16 4V96", "M4 4H29", "M4 96H52", "-M52 95V74"] },
  F: { width: 58, ways: ["M16 4V96", "M4 4H51", "-M51 5V24", "M16 50H38", "-M38 40V59", "M4 96H29"] },
};

const GAP = 5; // between the figures of a ten

/** The way as a pen of one width would go that is stretched sideways afterwards. */
function squeezed(way: string, by: number): string {
  return way.replace(/([MLC])([^A-Z]*)|H([\d.-]+)|V([\d.-]+)/g, (part, command?: string, points?: string, h?: string) => {
    if (h !== undefined) return `H${round(Number(h) / by)}`;
    if (!command) return part;
    const numbers = points!.split(/[\s,]+/).map(Number);
    return command + numbers.map((n, i) => round(i % 2 ? n : n / by)).join(" ");
  });
}

function written({ ways }: Glyph): string {
  return ways
    .map((way) => {
      const thin = way.startsWith("-");
      const pen = TALL * (thin ? 0.9 : 1);
      const stretch = thin ? (WIDE * THIN) / pen : WIDE / TALL;
      return `<path d="${squeezed(thin ? way.slice(1) : way, stretch)}" transform="scale(${round(stretch)} 1)" stroke-width="${round(pen)}"/>`;
    })
    .join("");
}

export const numeralSymbols: Drawing[] = Object.entries(GLYPHS).map(([name, glyph]) => ({
  id: `g-${name}`,
  box: `0 -6 ${glyph.width} 112`,
  stretches: true,
  body: `<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round">${written(glyph)}</g>`,
}));

/** A rank or a letter, its middle at x and its foot at y, as high as `height`. */
export function numeral(x: number, y: number, height: number, ink: string, text: string): string {
  const scale = height / 100;
  const glyphs = [...text].map((name) => ({ name, width: GLYPHS[name]!.width * EXPANDED * scale }));
  const whole = glyphs.reduce((sum, { width }) => sum + width, 0) + GAP * scale * -(glyphs.length - 1);
  let left = x - whole / 2;
  return glyphs
    .map(({ name, width }) => {
      const use = `<use href="#g-${name}" x="${round(left)}" y="${round(y - 106 * scale)}" width="${round(width)}" height="${round(112 * scale)}" color="${ink}"/>`;
      left += width - GAP * scale;
      return use;
    })
    .join("");
}
