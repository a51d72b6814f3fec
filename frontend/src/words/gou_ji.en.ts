/** What the interface says at a table of Gou Ji, in English. */
export const gouJiEn = {
  // cards, hand, sets
  gj_B: "Black",
  gj_R: "Red",
  gj_n_in_ranks: "{n} {n|card|cards} in {ranks} {ranks|rank|ranks}",
  gj_column: "{rank}, {n} held",
  gj_column_chosen: "{rank}, {n} held, {chosen} chosen",
  gj_pass: "Pass",
  gj_clear: "Pass: clear it",
  gj_kept_ready: "{x} kept ready",
  gj_answer_first: "Answer the question first",
  gj_choose_return: "Choose {n} {n|card|cards} to return",
  gj_return_x: "Return {x}",
  gj_so_far: "This trick: {sets}",

  // teams and seats
  gj_shown_to_you: "for your team: {x}",

  // the runner
  gj_duel_shao: "first: does a neighbour of {b} break in?",
  gj_duel_shao_own: "first: does one of your neighbours break in?",
  gj_kaipai_card: "Kai Pai",
  gj_first_card: "first card: {name}",
  gj_order_of: "Who goes first: {names}?",

  // questions
  gj_keep: "Keep them hidden",
  gj_show: "Show them",
  gj_play_on: "Play on",
  gj_revolt: "Hold to revolt",
  gj_silent: "Say nothing",
  gj_plead: "Plead to play on",
  gj_pleads: "Pleads for playing on: {names}.",
  gj_withdraw: "Withdraw",
  gj_stay: "Stay as we are",
  gj_swap: "Swap",
  gj_pay: "Pay",
  gj_refuse: "Refuse it",
  gj_insist: "Let it be paid",
  gj_waive: "Waive it",
  gj_window_choose: "Choose the set to break in with.",
  gj_no_shao: "Leave it to {name}",
  gj_shao_hold: "Hold to Shao",
  gj_take: "Take the turn",
  gj_leave: "Leave it to the others",
  gj_disagree: "No, my turn stands",
  gj_agree: "Let it go",
  gj_say: "Say {n}",
  gj_say_more: "Say more than ten",
  gj_press_again: "Again: {x}",

  // talk
  gj_talk: "Talk",
  gj_talk_title: "Table talk",
  gj_talk_none: "Just now there is nothing to ask.",
  gj_talk_why: "All of this is heard by everybody and takes up no turn.",
  gj_count_of: "How many has {name}?",
  gj_rang_q: "You may ask {name} to hold back",
  gj_rang: "Ask for Rang Pai",
  gj_show_hand: "Show my hand to my team",
  gj_expose: "Lay my hand open",
  gj_expose_again: "Press again to lay it open",
  gj_show_again: "Press again to show it",
  gj_wind_why: "Instead of passing you may ask for it: the others then agree, or beat the cards on the spot.",
  gj_ask_wind: "Ask for the wind",

  // what has been played
  gj_left_of: "not seen",

  // the end of a game
  gj_your_team_wins: "Your team wins: {points}",
  gj_your_team_loses: "{team} wins; your team {points}",
  gj_you_name: "You name the first taker and start.",
  gj_you_draw: "It is fresh: you draw for Kai Pai.",
  gj_you_pay: "You pay {n} to {to}.",
  gj_places: "Places",
  gj_your_team_won_evening: "Your team wins the evening",

  // replay
  gj_hands: "Hands by ranks",
  mark_duel: "duel",
} as const;
