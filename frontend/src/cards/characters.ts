/** The Chinese characters of the drawings, as strokes of our own: no font has to be there.  Each fills a box of 100. */
import { placed, type Drawing } from "./drawing";

/** A horizontal as a printer cuts it: thin, with a small triangle where the brush would rest. */
const across = (from: number, to: number, y: number) =>
  `M${from} ${y - 3}H${to - 15}L${to - 8} ${y - 12}L${to} ${y - 3}V${y + 3}H${from}Z`;

const PRINTED = {
  大: `${across(5, 96, 38)}M44 5L57 10Q57 30 54 44Q46 76 10 96L6 91Q38 70 43 38Q44 24 44 5ZM55 42Q66 74 97 86Q88 90 85 97Q56 82 51 44Z`,
  小: "M44 5L58 10V84Q57 96 45 98Q43 89 30 85V81L41 83Q44 83 44 78ZM22 36L35 42Q26 66 8 80L4 76Q17 60 22 36ZM66 40L70 36Q92 56 97 76Q90 82 84 76Q80 58 66 40Z",
  王: `${across(12, 90, 14)}${across(17, 85, 49)}${across(5, 96, 90)}M43 13H56V88H43Z`,
};

/** 棋牌 as a seal cutter sets it: lines of one width, straight where they can be. */
const CUT = {
  棋: "M24 6V95M6 29H43M24 34L7 66M24 34L42 66M58 8V70M87 8V70M48 20H97M58 37H87M58 53H87M46 70H99M64 77L49 95M80 77L96 95",
  牌: "M17 8V52Q17 78 7 95M34 6V31M17 31H46M17 55H40V95M72 3L66 15M55 16H93V54H55ZM55 35H93M74 16V54M70 54Q66 66 49 69M45 73H99M82 57V97",
};

const code = { 大: "da", 小: "xiao", 王: "wang" };
type Printed = keyof typeof PRINTED;

export const characterSymbols: Drawing[] = (Object.keys(PRINTED) as Printed[]).map((character) => ({
  id: `c-${code[character]}`,
  box: "0 0 100 100",
  body: `<path d="${PRINTED[character]}" fill="currentColor"/>`,
}));

/** A character in a colour, its middle at a point. */
export function character(which: string, cx: number, cy: number, size: number, ink: string): string {
  return placed(`c-${code[which as Printed]}`, cx, cy, size, ` color="${ink}"`);
}

/** The two characters of the house one above the other, for its seal. */
export function cut(x: number, y: number, width: number, gap: number, ink: string): string {
  const scale = width / 100;
  const lines = (d: string, top: number) =>
    `<path d="${d}" transform="translate(${x} ${top}) scale(${scale})" fill="none" stroke="${ink}" stroke-width="9.5"/>`;
  return lines(CUT.棋, y) + lines(CUT.牌, y + width + gap);
}
