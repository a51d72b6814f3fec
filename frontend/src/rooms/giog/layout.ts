/** Where stacks stand before they are taken: a row before each seat, or a circle, as large as fits. */
import type { Layout } from "./board";

export interface Point {
  x: number;
  y: number;
}

export interface Placing {
  /** centre of each stack by its number, in pixels from the upper left */
  at: Map<number, Point>;
  /** across a stack, as a finger finds it */
  size: number;
  /** across its discs: less where stacks crowd */
  drawn: number;
}

const LARGEST = 76;
const LEAST = 44; // what a finger finds
const LEAST_DRAWN = 32;
const AIRY = 1.12; // sizes between neighbours where there is room
const LOOSEST = 2; // sizes between neighbours in a row

const between = (p: Point, q: Point) => Math.hypot(q.x - p.x, q.y - p.y);

/** So many points on a line, `inset` from its ends.  `tight`: where they would touch, every other one steps inwards. */
function along(from: Point, to: Point, count: number, inset: number, size: number, tight: boolean): Point[] {
  const length = between(from, to);
  const step = Math.min(size * LOOSEST, (length - 2 * inset) / Math.max(1, count - 1));
  const inwards = tight ? Math.sqrt(Math.max(0, size * size - step * step)) : 0;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  return Array.from({ length: count }, (_, i) => {
    const far = length / 2 + (i - (count - 1) / 2) * step;
    const off = i % 2 ? inwards : 0;
    return { x: from.x + ux * far + uy * off, y: from.y + uy * far - ux * off };
  });
}

/** Sides of the figure counter-clockwise from the one nearest to you: two lines, a triangle with a blunt top, or a square. */
function sides(rows: number, w: number, h: number, size: number): [Point, Point][] {
  const [a, b, c, d] = [{ x: 0, y: h }, { x: w, y: h }, { x: w, y: 0 }, { x: 0, y: 0 }];
  if (rows === 2) return [[a, b], [c, d]];
  if (rows === 3) return [[a, b], [b, { x: (w + size) / 2, y: 0 }], [{ x: (w - size) / 2, y: 0 }, a]];
  return [[a, b], [b, c], [c, d], [d, a]];
}

/** How far from its ends a side begins, so that the stacks of two sides do not touch at a corner. */
function insets(rows: number, w: number, h: number, longest: number, size: number): number[] {
  if (rows === 2) return [0, 0];
  const [length, corner] = rows === 3 ? [Math.hypot((w - size) / 2, h), Math.atan2(h, (w - size) / 2)] : [h, Math.PI / 2];
  const upright = Math.max(0, Math.min(size, (length - (longest - 1) * size) / 2));
  const along = upright * Math.cos(corner);
  const level = upright >= size ? 0 : along + Math.sqrt(along ** 2 + size ** 2 - upright ** 2);
  return rows === 3 ? [level, upright, upright] : [level, upright, level, upright];
}

function inRows(rows: number[][], w: number, h: number, size: number, tight: boolean): Map<number, Point> {
  const inset = insets(rows.length, w, h, Math.max(...rows.map((row) => row.length)), size);
  const at = new Map<number, Point>();
  sides(rows.length, w, h, size).forEach(([from, to], side) => {
    const row = rows[side]!;
    along(from, to, row.length, inset[side]!, size, tight).forEach((point, i) => at.set(row[i]!, point));
  });
  return at;
}

/** Equal steps along an ellipse, counter-clockwise from its lowest point. */
function inCircle(numbers: number[], w: number, h: number): Map<number, Point> {
  const FINE = 720;
  const point = (i: number) => {
    const angle = Math.PI / 2 - (i / FINE) * 2 * Math.PI;
    return { x: (w / 2) * (1 + Math.cos(angle)), y: (h / 2) * (1 + Math.sin(angle)) };
  };
  const far = [0];
  for (let i = 1; i <= FINE; i++) far.push(far[i - 1]! + between(point(i - 1), point(i)));
  return new Map(
    numbers.map((n, i) => {
      const wanted = (far[FINE]! * i) / numbers.length;
      return [n, point(far.findIndex((length) => length >= wanted))];
    }),
  );
}

function closest(points: Point[]): number {
  return Math.min(...points.flatMap((p, i) => points.slice(i + 1).map((q) => between(p, q))));
}

/** Places all stacks in a box.  `rows` are those of the seats as they sit on the screen, counter-clockwise from your own. */
export function placing(layout: Layout["layout"], rows: number[][], width: number, height: number): Placing {
  for (let size = LARGEST; ; size -= 4) {
    const tight = size <= LEAST;
    const [w, h] = [Math.max(0, width - size), Math.max(0, height - size)];
    const apart = tight ? size : size * AIRY;
    const at = layout === "circle" ? inCircle(rows.flat(), w, h) : inRows(rows, w, h, apart, tight);
    if (!tight && closest([...at.values()]) < apart - 0.5) continue;
    for (const point of at.values()) {
      point.x += size / 2;
      point.y += size / 2;
    }
    return { at, size, drawn: Math.max(LEAST_DRAWN, Math.min(size, closest([...at.values()]))) };
  }
}
