/** What the rooms say beyond what the server sends. */
import { gouJiZhHans } from "./gou_ji/words.zh-Hans";

export const inRooms = { ...gouJiZhHans } as const;
