/** A table of Luk Fu as the server would send it, with what a test is about. */
import type { DealView, GameView, TableView } from "../src/protocol";
import type { Board, Lying } from "../src/rooms/luk_fu/board";
import { tableOf } from "./views";

const NUMERALS = "〇一二三四五六七八九";
const SUITS = { S: ["Sip", "拾", "拾"], G: ["Gon", "贯", "貫"], K: ["Sok", "索", "索"], C: ["Chen", "线", "綫"] } as const;
const said = (en: string, hans = en, hant = hans) => ({ en, "zh-Hans": hans, "zh-Hant": hant });
const words = (entries: Record<string, string>) => Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, said(text)]));

const cards = Object.fromEntries(
  Object.entries(SUITS).flatMap(([letter, [en, hans, hant]]) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => [`${rank}${letter}`, said(`${rank} ${en}`, NUMERALS[rank]! + hans, NUMERALS[rank]! + hant)]),
  ),
);

export const money = {
  name: "luk_fu",
  clockwise: false,
  unit: 1,
  words: {
    cards: { ...cards, L: said("Li Chen", "丽线", "麗綫"), "1S": said("Bak Chi (1 Sip)", "百子（一拾）") },
    suits: Object.fromEntries(Object.entries(SUITS).map(([letter, names]) => [letter, said(...(names as unknown as [string, string, string]))])),
    kinds: words({ single: "single card", gok: "gok", run: "run", down: "give up", claim: "claim", keep: "keep silent", play: "Jor", not_play: "Ng Jor" }),
    events: words({
      laid: "{name} surrenders {count} face down",
      laid_own: "You surrender {cards} face down",
      laid_up: "{name} beats with {cards}",
      led_up: "{name} leads {cards}: {kind}",
      cleared: "{name} wins round {round}.",
      paid: "{name} pays {names} {owed}.",
      scored: "{name} {points}",
    }),
    chips: words({ tricks: "tricks {n}" }),
    board: words({ attacking: "Beat it, or surrender {n} face down.", leading: "You lead.", face_down: "{n} face down" }),
    payment: words({}),
    why: words({ tricks: "For the winner's tricks." }),
    terms: { declare: { name: said("declare"), meaning: said("To claim the win."), section: "9.1" } },
  },
} as unknown as GameView;

export const up = (cards: string, kind = "single", best = false): Lying => ({ count: cards.split(" ").length, cards: cards.split(" "), down: false, kind, best });
export const down = (count: number): Lying => ({ count, cards: null, down: true, kind: null, best: false });

/** What no test reads may be missing. */
const EMPTY = {
  phase: "leading", dealer: 0, dreamer: null, caller: 0, asks: null, declined: [], privileged: null, outcome: null, hopes: null, leader: 0, led: null, laid: [null, null, null], rounds: [],
  tricks: [0, 0, 0], won: [[], [], []], own_down: [], marks: [], melds: [], declaring: { tricks: 0, aged: 2, needed: 6, may: false },
} satisfies Partial<Board>;

interface Given extends Partial<Omit<DealView, "hand" | "board">> {
  hand?: string;
}

/** Three players, seen from seat 0. */
export function moneyTable(board: Partial<Board>, deal: Given = {}): TableView {
  return tableOf(3, { ...deal, board: { ...EMPTY, ...board } as never }, { game: "luk_fu", room: "luk_fu" });
}
