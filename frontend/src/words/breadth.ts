/** How broad words are, in Latin letters; a Chinese character is as broad as two.  A form has to know before it is drawn. */

export const LINE = 24; // letters of a value that has a line of its own
export const PADDING = 2.2; // of a value among others
export const BESIDE = 21; // of all values of an option that stand beside its sentence
export const UNDER = 37; // of all that stand side by side under it

export function letters(text: string): number {
  return text.replace(/\p{Script=Han}/gu, "--").length;
}

/** The breadth of words that may be set in two lines. */
export function breadth(text: string): number {
  const whole = letters(text);
  const breaks = [...text.matchAll(/ |(?<=\p{Script=Han})(?=\p{Script=Han})/gu)].map(({ index }) => letters(text.slice(0, index)));
  return Math.min(whole, ...breaks.map((at) => Math.max(at, whole - at)));
}
