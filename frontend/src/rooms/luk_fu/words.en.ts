/** What the interface says at a table of Luk Fu, in English. */
export const lukFuEn = {
  // what one can do
  surrender_x: "Give up {x}, face down",
  beat: "Beat it",
  beat_with_x: "Beat with {x}",
  choose_n_cards: "Select {n} {n|card|cards}",
  declare_x: "Declare: {tricks} {tricks|trick|tricks} + {aged} aged = {n}",
  n_of_needed: "{n} of {needed}",

  // rounds
  round_of: "Round {n} of {of}",
  round_before: "Previous round",
  round_after: "Next round",
  round_now: "Back to round {n}",
  led_mark: "led",
  you_surrendered: "face down, only you can see it",
  face_up_so_far: "Played face up so far",
  nothing_face_up: "Nothing has been played face up yet.",

  // the hand
  hand_melds: "Melds in your hand",
  choose_meld: "Select {x}",
  sort_suits: "Sorted by suits",
  sort_numbers: "Sorted by numbers",

  // the dreamer
  you_dream: "You are the dreamer this deal",
  hopes: "You are paid if the winner scores with:",
  no_hopes: "At this table the dreamer gets nothing.",
  hope_open: "not seen yet",
  hope_won: "{name} won with it",
  hope_lost: "beaten",

  // the end of a deal
  money_won: "You win with {n} {n|trick|tricks}: {points}",
  money_dream_pays: "{name} wins with {n} {n|trick|tricks}; as dreamer you get {points}",
  money_name_won: "{name} wins with {n} {n|trick|tricks}",
  money_you_pay: "{name} wins with {n} {n|trick|tricks}; you pay {points}",
} as const;
