/** Views of a table as the server would send them, with what a test is about. */
import type { ChoiceView, DealView, GameView, SeatView, TableView } from "../src/protocol";
import type { Board } from "../src/rooms/giog/board";
import type { Laid } from "../src/table/cloth";

const three = (text: string) => ({ en: text, "zh-Hans": text, "zh-Hant": text });
const words = (entries: Record<string, string>) => Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, three(text)]));

/** A game of pieces with a few of its words. */
export const pieces = {
  name: "giog",
  clockwise: false,
  unit: 60,
  words: {
    kinds: words({ single: "single", pair: "pair", under: "under the pile", loose: "loose pieces" }),
    events: words({
      led: "{name} leads face down: {kind}",
      led_own: "You lead {cards}: {kind}",
      laid: "{name} lays {count} face down",
      laid_under: "{name} puts {count} under the pile",
      laid_up: "{name} lays {cards} on top",
      revealed: "All turn up together.",
      turned: "{name} turns up stack {stack}: {pieces}",
      ordered: "The order is {names}.",
      dealt: "Everybody has {count} pieces.",
      cleared: "{name} takes {taken} pieces.",
      cleared_own: "You take {taken} pieces.",
      cleared_none: "Nobody takes the trick; {pot} pieces lie in the pot.",
      scored: "{name} {points}",
    }),
    chips: words({}),
    board: words({ answering: "Lay {n}.", leading: "You lead.", face_down: "{n} face down", under: "under the pile" }),
    payment: words({}),
    why: words({ highest: "It was the highest that counts." }),
  },
} as unknown as GameView;

export const laid = (cards: string | null, more: Partial<Laid> = {}): Laid => ({
  count: cards?.split(" ").length ?? 2,
  cards: cards?.split(" ") ?? null,
  kind: null,
  under: false,
  best: false,
  ...more,
});

export const choice = (action: string, kind: string): ChoiceView => {
  const last = action.split(" ").at(-1)!;
  const named = /^\d+$/.test(last);
  return { action, kind, needs: named || !last.includes("P") && !last.includes("C") ? [] : last.split("-"), spells: last.split("-"), says: [] };
};

/** What no test reads may be missing. */
const emptyBoard = (seats: number): Partial<Board> => {
  const each = <Of>(one: Of): Of[] => Array.from({ length: seats }, () => one);
  return {
    phase: "leading", leader: null, led: null, laid: each(null), previous: null, captured: each(0), pot: 0, priority: null, known: each([]),
    left: { count: 0, known: [] }, beheaded: [], stacks: null,
  };
};

interface Given extends Partial<Omit<DealView, "hand" | "board">> {
  hand?: string;
  board?: Partial<Board>;
}

/** A table of pieces, seen from seat 0. */
export function tableOf(seats: number, { hand = "", board = {}, ...deal }: Given = {}, more: Partial<TableView> = {}): TableView {
  const names = ["Ann", "Bob", "Cen", "Dai", "Eve"];
  const seat = (name: string): SeatView => ({
    name, player: "person", level: "", connected: true, autopilot: false, gone: false, host: false, ready: false, reserved: "", score: 0, since: 0, brought: 0, cards: 8, last: null, chips: [],
  });
  return {
    table: "t", code: "", watch: "", game: "giog", room: "giog", rules: {}, variant: "default", changes: [], clock: "none", level: "rule", deals: 4, phase: "playing",
    you: 0, kept: null, host: false, locked: false, listed: false, seats: names.slice(0, seats).map(seat), teams: names.slice(0, seats).map((_, i) => i), scores: [], winners: [], records: [], next_at: null, lesson: null, begun_from: null,
    deal: {
      number: 1, trick: 1, to_act: [], locked: [], owner: null, choices: [], default: null, more: false, alone: null, answer: null, log: [], over: false, result: null,
      ...deal,
      hand: hand ? hand.split(" ").map((face) => ({ face, kind: face })) : [],
      board: { ...emptyBoard(seats), ...board } as unknown as Record<string, unknown>,
    },
    ...more,
  };
}
