/** The factors of a payment, as the server reckoned them. */

export interface Factor {
  /** key of the game's words for payments */
  what: string;
  times?: number;
  /** a cap has this in place of `times` */
  most?: number;
  section: string;
}

/** `5 × 4 × 2 = 40`, after a cap `5 × 4 → 12`; factors of 1 are left out. */
export function productWritten(first: number, factors: readonly Factor[], product: number): string {
  const times = factors.map((factor) => factor.times ?? 1).filter((factor) => factor !== 1);
  const capped = factors.some(({ most }) => most !== undefined);
  return `${[first, ...times].join(" × ")}${capped ? " → " : " = "}${product}`;
}
