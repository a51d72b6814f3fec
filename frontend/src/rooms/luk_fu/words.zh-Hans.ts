/** 六虎牌桌上的界面用语，简体中文。 */
export const lukFuZhHans = {
  surrender_x: "扣着垫 {x}",
  beat: "压",
  beat_with_x: "用 {x} 压",
  choose_n_cards: "选 {n} 张",
  declare_x: "食糊：{tricks} 虎 + 老岁 {aged} = {n}",
  n_of_needed: "{n}，满 {needed} 才行",

  round_of: "第 {n}／{of} 轮",
  round_before: "上一轮",
  round_after: "下一轮",
  round_now: "回到第 {n} 轮",
  led_mark: "领出",
  you_surrendered: "扣着，只有你看得到",
  face_up_so_far: "明着出过的牌",
  nothing_face_up: "还没有牌明着出过。",

  hand_melds: "手里的牌型",
  choose_meld: "选 {x}",
  sort_suits: "按花色理牌",
  sort_numbers: "按点数理牌",

  you_dream: "这一局你是梦家",
  hopes: "赢家的虎里有这些牌，你就有分：",
  no_hopes: "这桌的梦家没有分。",
  hope_open: "还没见到",
  hope_won: "{name} 用它赢了",
  hope_lost: "被压了",

  money_won: "你以 {n} 虎赢：{points}",
  money_dream_pays: "{name} 以 {n} 虎赢，你是梦家，得 {points}",
  money_name_won: "{name} 以 {n} 虎赢",
  money_you_pay: "{name} 以 {n} 虎赢，你付 {points} 分",
} as const;
