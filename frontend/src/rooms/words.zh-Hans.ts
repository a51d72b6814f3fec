/** What the rooms say beyond what the server sends. */
import { gouJiZhHans } from "./gou_ji/words.zh-Hans";

export const inRooms = { ...gouJiZhHans, giog_family: "象棋子当牌打的一家子玩法。" } as const;
