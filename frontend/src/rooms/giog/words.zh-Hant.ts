/** 爵這一家牌桌上的介面用語，繁體中文。 */
export const giogZhHant = {
  giog_family: "象棋子當牌打的一家子玩法。",

  choose_stack_turn: "選一摞來翻",
  choose_stack_take: "選一摞來取",
  turn_stack: "翻第 {n} 摞",
  take_stack: "取第 {n} 摞",
  stack_down: "蓋著",
  stack_up: "翻出{pieces}",
  stack_by: "{name} 翻的",
  stack_taken: "{name} 取走了",

  choose_pieces_lead: "選要領出的棋子",
  choose_n_pieces: "選 {n} 顆棋子",
  put_under_x: "{x} 墊底",
  call_expose: "亮出 {x}",
  call_conceal: "蓋著墊",

  n_of_m_in: "已選 {n} / {of}",
  all_in: "都選好了",
  all_in_why: "一起翻開",
  is_led: "領出{kind}",
  n_pieces_each: "各出 {n} 顆",
  you_lead_pieces: "你領出",
  name_leads: "{name} 領出",
  only_you_see: "只有你看得見",
  pile_n: "一堆 {n} 顆",
  n_left_each: "各剩 {n} 顆",

  left_over: "剩下不用",
  left_unseen: "{n} 顆，沒人看過",
  what_was_captured: "各家吃子",
  seat_head: "座位",
  points_head: "得分",

  mark_beheaded: "砍雞頭",
} as const;
