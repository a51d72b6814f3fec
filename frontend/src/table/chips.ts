/** The chips that the server sends of a seat: which of them its plate shows, and what they say of the seat itself. */
import type { SeatView } from "../protocol";
import type { ChipLook, Room } from "../rooms/room";

export interface Chip {
  sent: Readonly<Record<string, unknown>>;
  look: ChipLook;
}

export const chipsOf = (room: Room, { chips }: SeatView): Chip[] => chips.map((sent) => ({ sent, look: room.chip(sent) ?? {} }));

/** Those that stand under the name, once the play has `begun`, and while the seat `takes` the trick that lies there. */
export function shownChips(chips: readonly Chip[], begun: boolean, takes: boolean): Chip[] {
  return chips.filter(({ look }) => !look.elsewhere && !(look.early && begun) && !(look.next && takes));
}

/** Does one of them say that the seat stands aside, or is out? */
export const saysSeat = (chips: readonly Chip[], what: ChipLook["seat"]): boolean => chips.some(({ look }) => look.seat === what);

/** The chip that tells roughly how many cards a seat holds, where the rules keep the number secret. */
export function roughCount({ cards }: SeatView, chips: readonly Chip[]): Chip["sent"] | undefined {
  return cards === null ? chips.find(({ look }) => look.counts)?.sent : undefined;
}
