/** What the rooms say beyond what the server sends. */
import { gouJiZhHant } from "./gou_ji/words.zh-Hant";

export const inRooms = { ...gouJiZhHant } as const;
