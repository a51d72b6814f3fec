/** 乾瞪眼牌桌上的介面用語，繁體中文。 */
export const ganDengYanZhHant = {
  you_win: "你先出完：{points}",
  name_wins: "{name} 先出完：{points}",
  you_lose: "{name} 先出完，你付 {points}",
  what_others_held: "各家餘牌",
  winner_gets: "{name} 得總和：{sum}",
  you_get: "你得總和：{sum}",
  each_card_a_point: "一張一分",
  for_winner: "給贏家 {n}",
} as const;
