/** Numbers of a review: how they are written, and the scales they are drawn on. */
import type { Judged } from "../../protocol";
import { settings } from "../../settings.svelte";
import { signed } from "../../words";

/** One figure after the point: 5.4, 0.3. */
export const decimal = (n: number): string =>
  Math.abs(n).toLocaleString(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });

/** The same with a sign: +5.4, −0.3, 0.0. */
export const signedDecimal = (n: number): string => {
  const text = decimal(n);
  return /[1-9]/.test(text) ? `${n > 0 ? "+" : "−"}${text}` : text;
};

/** Points that are whole as they are, others with a figure after the point. */
export const signedShort = (n: number): string => (Number.isInteger(n) ? signed(n) : signedDecimal(n));

/** Round numbers from at most `low` to at least `high`, 0 among them, about four steps. */
export function ticksOf(low: number, high: number): number[] {
  const [from, to] = [Math.min(low, 0), Math.max(high, 0)];
  if (from === to) return [-1, 0, 1];
  const rough = (to - from) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!;
  const ticks: number[] = [];
  for (let n = Math.floor(from / step + 1e-9); n * step < to + step - 1e-9; n++) ticks.push(Number((n * step).toPrecision(6)));
  return ticks;
}

/** Points given away: of what was better for certain, else 0. */
export const costOf = (one: Judged): number => (one.better ? one.options[one.best]!.gain : 0);

/** The choices of a decision from the best to the worst, each with its place in `options`. */
export const ranked = (one: Judged) => one.options.map((option, place) => ({ option, place })).sort((a, b) => b.option.value - a.option.value);
