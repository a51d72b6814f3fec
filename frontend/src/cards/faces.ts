/** Which drawing shows a face: a French card ("10H", "R", "B", "back") or as a tile its rank alone ("10"), a money card ("9S", "L", "back") or a disc ("rG", "disc-back"). */
import type { Pack } from "./pack.svelte";

export type Size = "desk" | "phone" | "mini" | "tile";

/** The discs of Chinese chess, the highest type first. */
export const PIECES = {
  rG: "帥", bG: "將", rA: "仕", bA: "士", rE: "相", bE: "象", rR: "俥", bR: "車", rH: "傌", bH: "馬", rC: "炮", bC: "砲", rP: "兵", bP: "卒",
} as const;

/** A piece that cannot be seen. */
export const FACE_DOWN = "disc-back";

export type Piece = keyof typeof PIECES;

export function isPiece(face: string): face is Piece {
  return face in PIECES;
}

/** Is it round, lying side by side and not one over the other? */
export function isDisc(face: string): boolean {
  return isPiece(face) || face === FACE_DOWN;
}

const DRAWN: Record<Pack, RegExp> = { french: /^((10|[2-9JQKA])[SHCD]|[BR]|back)$/, money: /^([1-9][SGKC]|L|back)$/ };

/** Is there a drawing of a face?  Other cards are white, and show what they are called. */
export function isDrawn(face: string, size: Size, pack: Pack): boolean {
  return isDisc(face) || size === "tile" || DRAWN[pack].test(face);
}

/** The symbol of a character that is drawn on money cards. */
export const idOf = (character: string) => `c-u${character.codePointAt(0)!.toString(16)}`;

/** The mark of an aged card, in the colour of the text. */
export const AGED = idOf("歲");

const CARD_BOXES: Record<Pack, Record<Exclude<Size, "tile">, string>> = {
  french: { desk: "0 0 100 140", phone: "0 0 44 60", mini: "0 0 34 22" },
  money: { desk: "0 0 48 156", phone: "0 0 48 84", mini: "0 0 38 22" },
};

/** The symbol and its box; `letters` puts the Latin letter on discs. */
export function drawingOf(face: string, size: Size, letters: boolean, pack: Pack = "french"): { symbol: string; box: string } {
  if (size === "tile") return { symbol: `t-${face}`, box: "0 0 48 66" };
  if (!isDisc(face)) return { symbol: `${pack === "money" ? "l" : ""}${size[0]}-${face}`, box: CARD_BOXES[pack][size] };
  const lettered = letters && isPiece(face);
  const symbol = `x${lettered ? "l" : ""}${size === "mini" ? "m" : ""}-${face.replace("disc-", "")}`;
  return { symbol, box: size !== "mini" ? "0 0 64 64" : lettered ? "0 0 36 24" : "0 0 24 24" };
}
