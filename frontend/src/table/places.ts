/** Where seats are, seen from a chair: 0 is that chair, 1 plays next and sits to its right (left in clockwise games). */

/** Seats in turn order, beginning with the one whose view it is; a spectator looks from the first chair. */
export function roundFrom(you: number | null, seats: number): number[] {
  return Array.from({ length: seats }, (_, i) => ((you ?? 0) + i) % seats);
}

/** The place on the screen of a seat, counter-clockwise from your own: clockwise games mirror it. */
export function spotOf(steps: number, seats: number, clockwise: boolean): number {
  return clockwise ? (seats - steps) % seats : steps;
}

type Place = "right" | "right_2" | "across" | "left" | "left_2";

const AROUND: Record<number, Place[]> = {
  2: ["across"],
  3: ["right", "left"],
  4: ["right", "across", "left"],
  5: ["right", "right_2", "left_2", "left"],
  6: ["right", "right_2", "across", "left_2", "left"],
};

/** What the place of a seat is called, `steps` round the table from your own. */
export function placeOf(steps: number, seats: number, clockwise: boolean): "you" | Place {
  const spot = spotOf(steps, seats, clockwise);
  return spot ? AROUND[seats]![spot - 1]! : "you";
}
