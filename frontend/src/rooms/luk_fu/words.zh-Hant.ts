/** 六虎牌桌上的介面用語，繁體中文。 */
export const lukFuZhHant = {
  surrender_x: "蓋著墊 {x}",
  beat: "壓",
  beat_with_x: "用 {x} 壓",
  choose_n_cards: "選 {n} 張",
  declare_x: "食糊：{tricks} 虎 + 老歲 {aged} = {n}",
  n_of_needed: "{n}，滿 {needed} 才行",

  round_of: "第 {n}／{of} 輪",
  round_before: "上一輪",
  round_after: "下一輪",
  round_now: "回到第 {n} 輪",
  led_mark: "領出",
  you_surrendered: "蓋著，只有你看得到",
  face_up_so_far: "明著打出過的牌",
  nothing_face_up: "還沒有牌明著打出過。",

  hand_melds: "手上的牌型",
  choose_meld: "選 {x}",
  sort_suits: "按花色理牌",
  sort_numbers: "按點數理牌",

  you_dream: "這一局你是夢家",
  hopes: "贏家的虎裡有這些牌，你就有分：",
  no_hopes: "這桌的夢家沒有分。",
  hope_open: "還沒見到",
  hope_won: "{name} 用它贏了",
  hope_lost: "被壓了",

  money_won: "你以 {n} 虎獲勝：{points}",
  money_dream_pays: "{name} 以 {n} 虎獲勝，你是夢家，得 {points}",
  money_name_won: "{name} 以 {n} 虎獲勝",
  money_you_pay: "{name} 以 {n} 虎獲勝，你付 {points} 分",
} as const;
