/** What the rooms say beyond what the server sends. */
import { ganDengYanZhHant } from "./gan_deng_yan/words.zh-Hant";
import { giogZhHant } from "./giog/words.zh-Hant";
import { gouJiZhHant } from "./gou_ji/words.zh-Hant";
import { lukFuZhHant } from "./luk_fu/words.zh-Hant";

export const inRooms = { ...ganDengYanZhHant, ...giogZhHant, ...gouJiZhHant, ...lukFuZhHant } as const;
