/** What the interface says at a table of Giog, in English. */
export const giogEn = {
  // the first page
  giog_family: "Games that take tricks with Chinese chess pieces.",

  // stacks
  choose_stack_turn: "Choose a stack to turn up",
  choose_stack_take: "Choose a stack to take",
  turn_stack: "Turn up stack {n}",
  take_stack: "Take stack {n}",
  stack_down: "face down",
  stack_up: "turned up: {pieces}",
  stack_by: "turned up by {name}",
  stack_taken: "taken by {name}",

  // what one can do
  choose_pieces_lead: "Select pieces to lead",
  choose_n_pieces: "Select {n} {n|piece|pieces}",
  put_under_x: "Put {x} under the pile",
  call_expose: "Expose {x}",
  call_conceal: "Discard face down",

  // the middle
  n_of_m_in: "{n} of {of} chosen",
  all_in: "Everyone has chosen",
  all_in_why: "turned up together",
  is_led: "led: {kind}",
  n_pieces_each: "{n} {n|piece|pieces} each",
  you_lead_pieces: "You lead",
  name_leads: "{name} leads",
  only_you_see: "only you can see it",
  pile_n: "pile: {n}",
  n_left_each: "{n} left each",

  // the end of a deal
  left_over: "Left over",
  left_unseen: "{n} {n|piece|pieces}, never shown",
  what_was_captured: "What was captured",
  seat_head: "Seat",
  points_head: "Points",

  // replay
  mark_beheaded: "beheaded",
} as const;
