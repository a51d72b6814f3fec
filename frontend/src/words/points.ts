/** Points as they are written.  Where wins can be shared, points are counted in parts: `unit` of them make one. */

const WRITTEN: Record<string, string> = {
  "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗", "4/5": "⅘", "1/6": "⅙", "5/6": "⅚",
};

const divisor = (a: number, b: number): number => (b ? divisor(b, a % b) : a);
const figures = (n: number, zero: number) => [...String(n)].map((figure) => String.fromCodePoint(zero + Number(figure))).join("");
const SUPERSCRIPTS: Record<string, string> = { "0": "⁰", "1": "¹", "2": "²", "3": "³" }; // the others stand in a row
const raised = (n: number) => [...String(n)].map((figure) => SUPERSCRIPTS[figure] ?? figures(Number(figure), 0x2070)).join("");

/** 30 of 60 is ½, 140 is 2⅓, 35 is ⁷⁄₁₂, −60 is −1. */
export function points(n: number, unit = 1): string {
  const size = Math.abs(n);
  const whole = Math.floor(size / unit);
  const parts = size % unit;
  const minus = n < 0 ? "−" : "";
  if (parts === 0) return `${minus}${whole}`;
  const shared = divisor(parts, unit);
  const [over, under] = [parts / shared, unit / shared];
  return `${minus}${whole || ""}${WRITTEN[`${over}/${under}`] ?? `${raised(over)}⁄${figures(under, 0x2080)}`}`;
}

/** The same with a sign before gains too: +½, −2, 0. */
export function signedPoints(n: number, unit = 1): string {
  return n > 0 ? `+${points(n, unit)}` : points(n, unit);
}
