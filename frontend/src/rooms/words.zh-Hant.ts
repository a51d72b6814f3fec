/** What the rooms say beyond what the server sends. */
import { gouJiZhHant } from "./gou_ji/words.zh-Hant";

export const inRooms = { ...gouJiZhHant, giog_family: "象棋子當牌打的一家子玩法。" } as const;
