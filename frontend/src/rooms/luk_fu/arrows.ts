/** Who pays whom, drawn: plates round a table as the seats sit, and an arrow from each payer. */
import type { Owed } from "./rounds";

export interface Point {
  x: number;
  y: number;
}

/** The drawing in pixels; plates have a share of its width, and a height of their own. */
export interface Box {
  width: number;
  height: number;
}

export interface Arrow extends Owed {
  from_at: Point;
  to_at: Point;
  label_at: Point;
}

export const PLATE_WIDE = 0.28;
export const PLATE_HIGH = 46;
const GAP = 7;
/** Amounts stand nearer to who pays: two arrows may cross in the middle. */
const LABEL_AT = 0.3;

/** Which side of the table a seat is at: −1 is left, or the top. */
const SIDES: Record<number, Point[]> = {
  3: [{ x: 0, y: 1 }, { x: 1, y: -1 }, { x: -1, y: -1 }],
  4: [{ x: 0, y: 1 }, { x: 1, y: 0 }, { x: 0, y: -1 }, { x: -1, y: 0 }],
};

/** The middle of a seat's plate, by its spot counter-clockwise from your own. */
export function plateAt(spot: number, seats: number, { width, height }: Box): Point {
  const { x, y } = SIDES[seats]![spot]!;
  const [across, down] = [(width * (1 - PLATE_WIDE)) / 2 - GAP, (height - PLATE_HIGH) / 2 - GAP];
  return { x: width / 2 + x * across, y: height / 2 + y * down };
}

export function arrowOf(owed: Owed, spots: readonly number[], box: Box): Arrow {
  const [a, b] = [plateAt(spots[owed.from]!, spots.length, box), plateAt(spots[owed.to]!, spots.length, box)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  /** how far from its middle one leaves a plate */
  const off = Math.min(
    ((box.width * PLATE_WIDE) / 2 + GAP) / Math.max(Math.abs(dx), 1e-6),
    (PLATE_HIGH / 2 + GAP) / Math.max(Math.abs(dy), 1e-6),
    length / 2,
  );
  const at = (far: number): Point => ({ x: Math.round(a.x + dx * far), y: Math.round(a.y + dy * far) });
  return { ...owed, from_at: at(off), to_at: at(length - off), label_at: at(off + (length - 2 * off) * LABEL_AT) };
}
