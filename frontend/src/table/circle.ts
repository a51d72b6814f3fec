/** Where chairs stand round the cloth before the first deal, and which of them belong together. */

export interface Spot {
  /** percent of the cloth's width and height */
  x: number;
  y: number;
}

/** Chairs in turn order from the reader's own, which stands at the bottom; the next to play sits to its right, or left in clockwise games. */
export function circle(seats: number, clockwise: boolean): Spot[] {
  return Array.from({ length: seats }, (_, steps) => {
    const turned = (2 * Math.PI * steps) / seats;
    return { x: 50 + (clockwise ? -1 : 1) * 34 * Math.sin(turned), y: 50 + 36 * Math.cos(turned) };
  });
}

/** The chair across the cloth; none where the number is odd. */
export function opposite(seat: number, seats: number): number | null {
  return seats % 2 ? null : (seat + seats / 2) % seats;
}

/** Whether a chair is next to another. */
export function beside(seat: number, other: number, seats: number): boolean {
  return (seat - other + seats) % seats === 1 || (other - seat + seats) % seats === 1;
}

/** Whether some chairs play together. */
export const hasTeams = (teams: readonly number[]): boolean => new Set(teams).size < teams.length;
