/** What the rooms say beyond what the server sends. */
import { ganDengYanZhHans } from "./gan_deng_yan/words.zh-Hans";
import { giogZhHans } from "./giog/words.zh-Hans";
import { gouJiZhHans } from "./gou_ji/words.zh-Hans";
import { lukFuZhHans } from "./luk_fu/words.zh-Hans";

export const inRooms = { ...ganDengYanZhHans, ...giogZhHans, ...gouJiZhHans, ...lukFuZhHans } as const;
