/** What the rooms say beyond what the server sends. */
import { gouJiEn } from "./gou_ji/words.en";

export const inRooms = { ...gouJiEn, giog_family: "Games that take tricks with Chinese chess pieces." } as const;
