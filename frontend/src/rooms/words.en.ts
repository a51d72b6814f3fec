/** What the rooms say beyond what the server sends. */
import { ganDengYanEn } from "./gan_deng_yan/words.en";
import { giogEn } from "./giog/words.en";
import { gouJiEn } from "./gou_ji/words.en";
import { lukFuEn } from "./luk_fu/words.en";

export const inRooms = { ...ganDengYanEn, ...giogEn, ...gouJiEn, ...lukFuEn } as const;
