/** 爵这一家牌桌上的界面用语，简体中文。 */
export const giogZhHans = {
  giog_family: "象棋子当牌打的一家子玩法。",

  choose_stack_turn: "选一摞来翻",
  choose_stack_take: "选一摞来取",
  turn_stack: "翻第 {n} 摞",
  take_stack: "取第 {n} 摞",
  stack_down: "扣着",
  stack_up: "翻出{pieces}",
  stack_by: "{name} 翻的",
  stack_taken: "{name} 取走了",

  choose_pieces_lead: "选要领出的子",
  choose_n_pieces: "选 {n} 枚子",
  put_under_x: "{x} 垫底",
  call_expose: "亮出 {x}",
  call_conceal: "扣着垫",

  n_of_m_in: "已选 {n} / {of}",
  all_in: "都选好了",
  all_in_why: "一起翻开",
  is_led: "领出{kind}",
  n_pieces_each: "各出 {n} 枚",
  you_lead_pieces: "你领出",
  name_leads: "{name} 领出",
  only_you_see: "只有你看得见",
  pile_n: "一堆 {n} 枚",
  n_left_each: "各剩 {n} 枚",

  left_over: "剩下不用",
  left_unseen: "{n} 枚，没人看过",
  what_was_captured: "各家吃子",
  seat_head: "座位",
  points_head: "得分",

  mark_beheaded: "砍鸡头",
} as const;
