/** 干瞪眼牌桌上的界面用语，简体中文。 */
export const ganDengYanZhHans = {
  you_win: "你先出完：{points}",
  name_wins: "{name} 先出完：{points}",
  you_lose: "{name} 先出完，你付 {points}",
  what_others_held: "各家余牌",
  winner_gets: "{name} 得总和：{sum}",
  you_get: "你得总和：{sum}",
  each_card_a_point: "一张一分",
  for_winner: "给赢家 {n}",
} as const;
