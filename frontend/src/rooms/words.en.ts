/** What the rooms say beyond what the server sends. */
import { gouJiEn } from "./gou_ji/words.en";

export const inRooms = { ...gouJiEn, giog_family: "Chinese chess pieces, played as cards: eight games." } as const;
