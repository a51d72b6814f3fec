/** What the interface says at a table of Gan Deng Yan, in English. */
export const ganDengYanEn = {
  // the end of a deal
  you_win: "You go out first: {points}",
  name_wins: "{name} goes out first: {points}",
  you_lose: "{name} goes out first; you pay {points}",
  what_others_held: "Cards left in hand",
  winner_gets: "{name} gets the total: {sum}",
  you_get: "You get the total: {sum}",
  each_card_a_point: "one point per card",
  for_winner: "{n} for the winner",
} as const;
