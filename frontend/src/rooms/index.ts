/** The rooms of the house, each a folder with a `room.ts`.  A game without one is played in the general room. */
import { general } from "./general/room";
import type { Room } from "./room";

const ROOMS = import.meta.glob<Room>(["./*/room.ts", "!./general/room.ts"], { eager: true, import: "room" });

/** The room of a table or of a game. */
export function roomOf({ room }: { readonly room: string }): Room {
  return ROOMS[`./${room}/room.ts`] ?? general;
}
