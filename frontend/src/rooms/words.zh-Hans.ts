/** What the rooms say beyond what the server sends. */
import { gouJiZhHans } from "./gou_ji/words.zh-Hans";

export const inRooms = { ...gouJiZhHans, giog_family: "象棋子当牌打，一家八种玩法。" } as const;
