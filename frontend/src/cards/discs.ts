/**
 * The discs of Chinese chess, as large ones (`x-`) and minis (`xm-`), and both with a Latin letter beside the character (`xl-`, `xlm-`).
 *
 * Red ones have two whole rings and black ones a ring of beads, so that nobody needs the colour.
 */
import outlines from "virtual:outlines?帥將仕士相象俥車傌馬炮砲兵卒";

import { placed, round, times, type Drawing } from "./drawing";
import { PIECES } from "./faces";

/** Ways of a pen of one width, in a box of 84 by 100: on a disc a letter is too small for thick and thin. */
const LETTERS: Record<string, string> = {
  G: "M74 27C69 13 58 6 44 6C22 6 9 24 9 50C9 76 22 94 44 94C58 94 69 90 76 82V54H47",
  A: "M6 97L40 7H46L80 97M19 66H67",
  E: "M72 8H17V92H72M17 49H65",
  R: "M16 97V8H46C64 8 72 18 72 31C72 45 63 54 46 54H16M45 54L74 97",
  H: "M14 3V97M72 3V97M14 50H72",
  C: "M76 28C70 13 59 6 45 6C22 6 9 24 9 50C9 76 22 94 45 94C59 94 70 87 76 72",
  P: "M17 97V8H47C65 8 74 20 74 34C74 48 65 60 47 60H17",
};

const letter = (name: string, cx: number, cy: number, height: number, ink: string) =>
  `<path d="${LETTERS[name]}" transform="translate(${round(cx - 0.42 * height)} ${round(cy - height / 2)}) scale(${height / 100})" fill="none" stroke="${ink}" stroke-width="17"/>`;

const character = (code: string, cx: number, cy: number, size: number, ink: string) => placed(`c-${code}`, cx, cy, size, ` color="${ink}"`);

const wood =
  '<circle cx="32" cy="34.5" r="28.5" fill="var(--disc-rim)"/><circle cx="32" cy="31" r="28.5" fill="var(--disc)" stroke="var(--disc-rim)"/>';

function rings(red: boolean, ink: string): string {
  if (red) return [25.4, 22.2].map((r) => `<circle cx="32" cy="31" r="${r}" fill="none" stroke="${ink}" stroke-width="1.5"/>`).join("");
  return times(28, (i) => {
    const angle = (i * Math.PI) / 14;
    return `<circle cx="${round(32 + 24.2 * Math.cos(angle))}" cy="${round(31 + 24.2 * Math.sin(angle))}" r="1.7" fill="${ink}"/>`;
  });
}

function discs([code, shown]: [string, string]): Drawing[] {
  const red = code[0] === "r";
  const ink = red ? "var(--disc-red)" : "var(--disc-black)";
  const name = code[1]!;
  const face = wood + rings(red, ink);
  const pen = red ? 'stroke-width="1.4"' : 'stroke-width="1.7" stroke-linecap="round" stroke-dasharray="0 2.64"';
  const wide = (inset: number, more: string) => `<rect x="${inset}" y="${inset}" width="${36 - 2 * inset}" height="${24 - 2 * inset}" rx="${12 - inset}" ${more}/>`;
  const around = (inset: number, more: string) => `<circle cx="12" cy="12" r="${12 - inset}" ${more}/>`;
  const small = (ring: typeof wide) => ring(0.5, 'fill="var(--disc)" stroke="var(--disc-rim)"') + ring(1.9, `fill="none" stroke="${ink}" ${pen}`);
  return [
    { id: `c-${code}`, box: "0 0 100 100", body: `<path d="${outlines[shown]}" fill="currentColor"/>` },
    { id: `x-${code}`, box: "0 0 64 64", body: face + character(code, 32, 30.8, 30, ink) },
    { id: `xl-${code}`, box: "0 0 64 64", body: face + character(code, 32, 24.6, 22.5, ink) + letter(name, 32, 42, 10.5, ink) },
    { id: `xm-${code}`, box: "0 0 24 24", body: small(around) + character(code, 12, 12, 14, ink) },
    {
      id: `xlm-${code}`,
      box: "0 0 36 24",
      body: small(wide) + character(code, 12.8, 12, 13.5, ink) + letter(name, 25.6, 12, 9.5, ink),
    },
  ];
}

/** Grain and a knot: the side that says nothing. */
const backs: Drawing[] = [
  {
    id: "x-back",
    box: "0 0 64 64",
    body:
      `${wood}<g fill="none" stroke="var(--disc-rim)" stroke-width="1.3"><path d="M12 20Q32 12 52 20M7 29Q32 21 57 29M6 36Q32 44 58 36M12 46Q32 54 52 46"/>` +
      '<ellipse cx="34" cy="32.5" rx="7" ry="3.6"/><ellipse cx="34" cy="32.5" rx="3" ry="1.4"/></g>',
  },
  {
    id: "xm-back",
    box: "0 0 24 24",
    body:
      '<circle cx="12" cy="12" r="11" fill="var(--disc)" stroke="var(--disc-rim)" stroke-width="1.4"/>' +
      '<path d="M4.5 8Q12 5 19.5 8M4.5 16Q12 19 19.5 16M8 12a4 2 0 1 0 8 0a4 2 0 1 0-8 0" fill="none" stroke="var(--disc-rim)" stroke-width="1.2"/>',
  },
];

export const discSymbols: Drawing[] = [...Object.entries(PIECES).flatMap(discs), ...backs];
