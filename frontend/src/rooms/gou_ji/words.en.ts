/** What the interface says at a table of Gou Ji, in English. */
export const gouJiEn = {
  // cards, hand, sets
  gj_n_in_ranks: "{n} {n|card|cards} in {ranks} {ranks|rank|ranks}",
  gj_column: "{rank}, {n} held",
  gj_column_chosen: "{rank}, {n} held, {chosen} chosen",
  gj_clear: "Give up the trick",
  gj_kept_ready: "{x} selected for later",
  gj_choose_return: "Select {n} {n|card|cards} to return",
  gj_return_x: "Return {x}",
  gj_so_far: "This trick: {sets}",

  // teams and seats
  gj_shown_to_you: "shown to your team: {x}",

  // the runner
  gj_duel_shao: "first: does a neighbour of {b} declare Shao Pai?",
  gj_duel_shao_own: "first: does one of your neighbours declare Shao Pai?",
  gj_first_card: "first card: {name}",
  gj_order_of: "Who goes first: {names}?",

  // questions
  gj_keep: "Keep them hidden",
  gj_show: "Show them",
  gj_revolt: "Hold to revolt",
  gj_silent: "Say nothing",
  gj_pleads: "Asking you to play on: {names}.",
  gj_withdraw: "Withdraw",
  gj_stay: "Do not swap",
  gj_swap: "Swap",
  gj_pay: "Pay",
  gj_refuse: "Refuse to pay",
  gj_insist: "Keep the tribute",
  gj_waive: "Waive it",
  gj_window_choose: "Select the set for Shao Pai.",
  gj_no_shao: "Leave it to {name}",
  gj_shao_hold: "Hold to declare Shao Pai",
  gj_take: "I go first",
  gj_leave: "Let a team mate go first",
  gj_disagree: "No, I’ll play",
  gj_agree: "OK, I pass",
  gj_say: "Say {n}",
  gj_say_more: "Say more than ten",

  // talk
  gj_count_of: "Ask {name} for a count",
  gj_rang_q: "You can ask {name} to let you go first",
  gj_rang: "Ask to go first (Rang Pai)",
  gj_show_hand: "Show my hand to my team",
  gj_expose: "Lay my whole hand open",
  gj_expose_again: "Press again to lay it open",
  gj_show_again: "Press again to show it",
  gj_wind_why: "On your turn you can ask for the wind instead of passing. The others then agree, or beat the cards at once.",
  gj_advise: "Advise {name}: {x}",
  gj_advise_pass: "Advise {name}: pass",

  // what has been played
  gj_left_of: "not played yet",

  // the end of a game
  gj_your_team_wins: "Your team wins: {points}",
  gj_your_team_loses: "{team} wins; your team {points}",
  gj_you_name: "You name the player who draws first, and you lead.",
  gj_you_draw: "Fresh game: you draw the Kai Pai card.",
  gj_you_pay: "You pay {n} to {to}.",
  gj_places: "What each place is worth",
  gj_your_team_won_evening: "Your team wins the session",

  // replay
  gj_hands: "Hands by ranks",
  mark_duel: "duel",
  gj_burnt: "烧",
} as const;
