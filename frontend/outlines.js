/** Characters cut from an open font while the client is built: what is drawn with them needs no font on any machine. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { create } from "fontkitten";
import { decompress } from "wawoff2";

export const FONT = "@fontsource-variable/noto-serif-tc";
const FOLDER = dirname(createRequire(import.meta.url).resolve(`${FONT}/LICENSE`));
const MODULE = "virtual:outlines?";
const WEIGHT = { wght: 700 };
const FOOT = 12; // of a box of 100, below the line that letters stand on

const fonts = new Map();

/** The slice of the font that has a character: its package divides it into some hundred files. */
async function fontWith(character) {
  const sheet = readFileSync(join(FOLDER, "index.css"), "utf8");
  const code = character.codePointAt(0);
  for (const [, file, ranges] of sheet.matchAll(/url\(\.\/(files\/[^)]+)\)[^}]*unicode-range: ([^;]+);/g)) {
    const within = ranges.split(",").some((range) => {
      const [first, last = first] = range.trim().slice(2).split("-");
      return code >= Number.parseInt(first, 16) && code <= Number.parseInt(last, 16);
    });
    if (!within) continue;
    // Weights cannot be chosen in a compressed font.
    if (!fonts.has(file)) fonts.set(file, create(Buffer.from(await decompress(readFileSync(join(FOLDER, file))))).getVariation(WEIGHT));
    const font = fonts.get(file);
    if (font.hasGlyphForCodePoint(code)) return font;
  }
  throw new Error(`${FONT} has no ${character}.`);
}

/** Its path in a box 100 high. */
async function outline(character) {
  const font = await fontWith(character);
  const scale = 100 / font.unitsPerEm;
  return font.glyphForCodePoint(character.codePointAt(0)).path.scale(scale, -scale).translate(0, 100 - FOOT).toSVG();
}

/** What the font says of its makers. */
export async function fontNotice() {
  const { copyright } = await fontWith("帥");
  return copyright;
}

/** `import outlines from "virtual:outlines?帥將"` gives the path of each of these characters. */
export function outlines() {
  return {
    name: "outlines",
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return undefined;
      const paths = {};
      for (const character of decodeURIComponent(id.slice(MODULE.length + 1))) paths[character] = await outline(character);
      return `export default ${JSON.stringify(paths)};`;
    },
  };
}
