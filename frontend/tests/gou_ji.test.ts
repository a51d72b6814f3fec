import { beforeEach, describe, expect, it } from "vitest";

import { layPack } from "../src/cards/pack.svelte";
import type { CardView, ChoiceView, DealView, GameView, Replay, TableView } from "../src/protocol";
import { movesOf } from "../src/replay/moves";
import { settings } from "../src/settings.svelte";
import { questionOf, talkOf, taskOf } from "../src/rooms/gou_ji/asking";
import { offerOf } from "../src/table/asking";
import { callsIn } from "../src/table/buttons";
import { Choosing } from "../src/table/choosing.svelte";
import type { Board } from "../src/rooms/gou_ji/board";
import { columnsOf, trickSoFar, facing, valueOf, verbOf } from "../src/rooms/gou_ji/game";
import { roomOf } from "../src/rooms";
import { second, solid } from "../src/rooms/gou_ji/buttons";
import { room as gouJi } from "../src/rooms/gou_ji/room";
import { keyed, passOf } from "../src/table/matching";
import { plateOf, teamsScore } from "../src/rooms/gou_ji/plates";
import { fill } from "../src/words";
import { writtenPlay } from "../src/words/cards";
import { tell, type Fact } from "../src/words/game";

const three = (text: string) => ({ en: text, "zh-Hans": text, "zh-Hant": text });
const words = (entries: Record<string, string>) => Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, three(text)]));

/** A few of the game's words. */
const game = {
  name: "gou_ji", room: "gou_ji", clockwise: false, unit: 1, hand: "columns",
  words: {
    kinds: words({ several: "equal cards", wild: "wild cards", pass: "pass", play_on: "play on" }),
    events: words({
      laid: "{name} plays {cards}", passed: "{name} passes",
      paid_tribute: "{name} pays {n} to {to}", paid_tribute_seen_own: "You pay {to} {pieces}", paid_tribute_seen: "{name} pays {to} {pieces}",
      went_out: "{name} is out: {place}",
    }),
    chips: words({ dui_men: "your Dui Men", exposed: "open hand", advises: "advises {x}", advises_pass: "advises passing" }),
    board: words({
      window: "Shao Pai?", shao_with: "Shao Pai with {x}?", naming: "Who takes the first card?", ordering: "You first?", voting: "Who first?", leading: "You lead.",
      following: "Beat it, or pass.", answering_duel: "Beat it, or give up.", return_n: "Return {n} to {name}.", tribute_given: "given: {x}", revolution: "Revolution?",
      running: "Run.", answering_shao: "Beat this set.", rang_asked: "{name} asks.", waive_with: "{from} owes {to} {n}.", waive_with_own: "You owe {to} {n}.",
    }),
    says: words({ high: "Gou Ji level", duel: "only {to} may answer", rest: "Then {ranks} ranks and {jokers} {jokers|joker|jokers}.", false: "False." }),
    help: words({ window: "w", naming: "n", ordering: "o", voting: "v", return_n: "r", revolution: "r", waive_with: "w", rang_asked: "r", expose: "e", show_hand: "s" }),
    payment: {},
    teams: words({ "0": "Round", "1": "Square", "0_long": "Round team", "1_long": "Square team" }),
    places: words({ "1": "Tou Ke" }),
  },
} as unknown as GameView;

const NAMES = ["Ann", "Bob", "Cen", "Dai", "Eve", "Fan"];

/** A board with these fields; what no test here reads may be missing. */
const board = (more: Partial<Board> = {}): Board => ({
  phase: "leading", window: false, kind: "first", leader: null, kaipai: null, taker: null, starter: null, big_loser: null, second_loser: null,
  mode: "normal", duel: null, shao: null, best: null, passed: [], tried: null, places: [null, null, null, null, null, null], penalised: [], headless: [],
  candidates: [], asker: null, asked: null, tributes: [], last: null, exposed: {}, shown: {}, advice: [], played: [], told: [], endgame: null, blocks: null,
  wish: null, pleas: [], thrown_in: false, closed: [], ranks: [], wild: [], unseen: [], asks: null,
  ...more,
} satisfies Partial<Board> as Board);

const asks = (what: string, section = "1.1", name: number | null = null) => ({ asks: { what, section, name } });

const card = (face: string): CardView => ({ face, kind: face.length > 1 ? face.slice(0, -1) : face });

/** The server's choices, from their texts. */
function choice(action: string): ChoiceView {
  const [first, second] = action.split(" ") as [string, string?];
  const cards = second ? (["shao", "return"].includes(first) ? second : "") : /^[a-z_]+$/.test(first) ? "" : first;
  const needs = cards ? cards.split("-") : [];
  return { action, needs, kind: needs.length > 1 ? "several" : needs.length ? "single" : first, spells: needs, says: [] };
}

interface Given extends Partial<Omit<DealView, "board" | "hand" | "choices">> {
  hand?: string;
  choices?: string[];
  board?: Partial<Board>;
}

function tableOf({ hand = "", choices = [], board: more = {}, ...deal }: Given = {}): TableView {
  return {
    table: "t", code: "", watch: "", game: "gou_ji", room: "gou_ji", rules: {}, variant: "default", changes: [], clock: "none", level: "rule", deals: 4, phase: "playing", you: 0, kept: null, host: false, locked: false, listed: false,
    seats: NAMES.map((name, seat) => ({
      name, player: "person", level: "", connected: true, autopilot: false, gone: false, host: false, ready: false, reserved: "", score: seat % 2 ? -6 : 6, since: 0, brought: 0, cards: null, last: null, chips: [],
    })),
    teams: [0, 1, 0, 1, 0, 1], scores: [], winners: [], records: [], next_at: null, lesson: null, begun_from: null,
    deal: {
      number: 1, trick: 1, to_act: [0], locked: [], owner: null, default: null, more: false, alone: null, answer: null, log: [], over: false, result: null, ...deal,
      hand: hand ? hand.split(" ").map(card) : [],
      choices: choices.map(choice),
      board: board(more) as unknown as Record<string, unknown>,
    },
  };
}

function seatedAt(table: TableView) {
  const choosing = new Choosing(() => table, () => roomOf(table));
  return { game, table, choosing, late: false };
}

beforeEach(() => {
  settings.language = "en";
  layPack(game);
});

describe("sets as people read them", () => {
  it("names a few cards one by one and many by their piles", () => {
    expect(writtenPlay("K-2-2")).toBe("K-2-2");
    expect(writtenPlay("7-7-7-7-2-B")).toBe("7×4 2 Black");
    expect(writtenPlay(["B", "R"])).toBe("Black-Red");
    settings.language = "zh-Hans";
    expect(writtenPlay("K-2-2")).toBe("K22");
    expect(writtenPlay("10-10-R")).toBe("10\u200910\u2009大虎");
  });
});

describe("columns", () => {
  it("are one for each rank in the order of the hand, and count what is chosen", () => {
    const hand = keyed(["3S", "3H", "KD", "2C", "B"].map(card));
    const columns = columnsOf(hand, (key) => key === "3H.0");
    expect(columns.map(({ rank, cards, chosen }) => [rank, cards.length, chosen])).toEqual([["3", 2, 1], ["K", 1, 0], ["2", 1, 0], ["B", 1, 0]]);
  });
});

describe("a trick", () => {
  const laid = (seat: number, set: string): Fact => ({ event: "laid", seat, action: set, spells: set.split("-"), cards: [] });
  const log: Fact[] = [laid(0, "3"), { event: "passed", seat: 1 }, { event: "cleared", seat: 0 }, laid(0, "K-K"), { event: "answered", seat: 1 }, laid(3, "A-A")];

  it("is what was laid since the last one was cleared", () => {
    const { lasts, sets } = trickSoFar(log, 6, false);
    expect(sets.map(({ action }) => action)).toEqual(["K-K", "A-A"]);
    expect(lasts.map((fact) => fact?.action ?? null)).toEqual(["K-K", null, null, "A-A", null, null]);
  });

  it("still lies there when it has just been cleared", () => {
    const { lasts } = trickSoFar([...log, { event: "cleared", seat: 3 }, { event: "wind", seat: 4 }], 6, true);
    expect(lasts[3]?.action).toBe("A-A");
  });
});

describe("seats", () => {
  it("wear the mark of the team that the server names", () => {
    const table = { ...tableOf(), teams: [1, 1, 0, 0, 1, 0] };
    expect([0, 1, 2].map((seat) => plateOf(game, table, seat)!.team)).toEqual(["square", "square", "round"]);
    expect(teamsScore(game, { ...table, you: null })).toBe("Round +6, Square +6");
    expect([0, 1, 2].map((seat) => plateOf(game, { ...table, you: 2 }, seat)!.side)).toEqual(["theirs", "theirs", "your team"]);
    expect(plateOf(game, { ...table, you: null }, 2)!.side).toBe("");
  });

  it("face each other in a duel, and where somebody has broken in", () => {
    expect(facing(board({ duel: { starter: 5, defender: 2 } }))).toEqual([5, 2]);
    expect(facing(board({ shao: { declarer: 4, starter: 5, first: true } }))).toEqual([4, 5]);
    expect(facing(board({ shao: { declarer: 4, starter: 5, first: false } }))).toBeNull();
  });

  it("stand aside while two others duel, and lie open where a hand is shown", () => {
    const table = tableOf({ board: { mode: "duel", duel: { starter: 5, defender: 2 }, phase: "following", exposed: { "3": ["7", "7", "R"] } } });
    expect([0, 2, 5].map((seat) => plateOf(game, table, seat)!.stance)).toEqual(["aside", "faces", "faces"]);
    expect(plateOf(game, table, 3)!.marks.map(({ text }) => text)).toEqual(["open hand: 7-7-Red"]);
    const advice = [{ seat: 1, to: 3, cards: ["7", "R"] }, { seat: 5, to: 3, cards: null }];
    const advised = tableOf({ board: { phase: "following", advice } });
    expect([0, 1, 5].map((seat) => plateOf(game, advised, seat)!.marks.map(({ text }) => text))).toEqual([[], ["advises 7-Red"], ["advises passing"]]);
    expect(teamsScore(game, { ...table, you: 0 })).toBe("your team +6, theirs −6");
    expect(teamsScore(game, { ...table, you: 1 })).toBe("your team −6, theirs +6");
  });
});

describe("actions", () => {
  it("are verbs and what they name, or sets", () => {
    expect(["pass", "shao A-A", "8-8-2-B", "B", "count 3"].map(verbOf)).toEqual(["pass", "shao", "", "", "count"]);
    expect(valueOf("taker 5")).toBe("5");
  });

  it("pass in a duel too, where the server calls it clearing", () => {
    expect(passOf([{ action: "pass", needs: [], kind: "clear", spells: [], says: [] }])?.action).toBe("pass");
  });
});

describe("questions", () => {
  const duel = { starter: 5, defender: 2 };
  const window = { phase: "window", window: true, mode: "duel", duel, ...asks("window", "9.1") } as const;

  it("offer Shao Pai with what is chosen, say what the server says of it, and only to be held", () => {
    const { table, choosing } = seatedAt(tableOf({ hand: "3S 9H AS AH 2C B", choices: ["no_shao", "shao A-A"], default: "no_shao", board: window }));
    table.deal!.choices[1]!.says = [{ say: "rest", ranks: 2, jokers: 1, needed: 1 }, { say: "false" }];
    expect(questionOf({ game: game, table: table, choosing: choosing })).toMatchObject({ head: "Shao Pai?", wants: true, section: "9.1" });
    choosing.take(["AS", "AH"]);
    const asked = questionOf({ game: game, table: table, choosing: choosing })!;
    expect(asked.head).toBe("Shao Pai with A-A?");
    expect(asked.cost).toBe("Then 2 ranks and 1 joker. False.");
    expect(asked.replies.map(({ action, main, no, risk }) => [action, main, no, risk])).toEqual([["no_shao", true, true, false], ["shao A-A", false, false, true]]);
    expect(asked.replies[1]!.cards).toEqual(["AS", "AH"]);
  });

  it("have what the clock would say for the solid one, and a revolution to be held", () => {
    const given = { hand: "3S", choices: ["play_on", "revolt"], board: { phase: "revolution", window: true, ...asks("revolution") } } as const;
    const replies = (usual: string) => {
      const { table, choosing } = seatedAt(tableOf({ ...given, choices: [...given.choices], default: usual }));
      return questionOf({ game: game, table: table, choosing: choosing })!.replies.map(({ action, main, risk }) => [action, main, risk]);
    };
    expect(replies("play_on")).toEqual([["play_on", true, false], ["revolt", false, true]]);
    expect(replies("revolt")).toEqual([["revolt", true, true], ["play_on", false, false]]);
  });

  it("name all six for the first card, and mark whom the server would name", () => {
    const choices = [0, 1, 2, 3, 4, 5].map((seat) => `taker ${seat}`);
    const { table, choosing } = seatedAt(tableOf({ choices, default: "taker 3", board: { phase: "naming", ...asks("naming") } }));
    expect(questionOf({ game: game, table: table, choosing: choosing })!.replies.map(({ label, main, small }) => [label, main, small])).toEqual([
      ["You", false, true], ["Bob", false, true], ["Cen", false, true], ["Dai", true, false], ["Eve", false, true], ["Fan", false, true],
    ]);
  });

  it("take the turn by the solid button and leave it by P", () => {
    const { table, choosing } = seatedAt(tableOf({ choices: ["leave", "take"], default: "take", board: { phase: "ordering", candidates: [0, 2], ...asks("ordering") } }));
    expect(questionOf({ game: game, table: table, choosing: choosing })!.replies.map(({ action, main, no }) => [action, main, no])).toEqual([["take", true, false], ["leave", false, true]]);
  });

  it("speak of the tribute that one gives otherwise than of the one that one gets", () => {
    const tributes = [{ from: 5, to: 1, n: 1, state: "owed", given: null, returned: null }, { from: 4, to: 0, n: 2, state: "owed", given: null, returned: null }] as const;
    const heads = (you: number) => {
      const table = { ...tableOf({ to_act: [0, 4], choices: ["insist", "waive"], default: "insist", board: { phase: "waiving", tributes: [...tributes], ...asks("waive_with") } }), you };
      return questionOf({ game, table, choosing: new Choosing(() => table, () => roomOf(table)) })!.head;
    };
    expect([0, 4].map(heads)).toEqual(["Eve owes you 2.", "You owe Ann 2."]);
  });

  it("are not put to those who are not asked", () => {
    const { table, choosing } = seatedAt(tableOf({ to_act: [4], choices: [], board: window }));
    expect(questionOf({ game: game, table: table, choosing: choosing })).toBeNull();
  });
});

describe("talk", () => {
  it("lists what may be said, and offers at once what cannot wait", () => {
    const { table, choosing } = seatedAt(tableOf({ to_act: [4], choices: ["rang", "count 3", "show_hand"], board: { phase: "following" } }));
    const talk = talkOf({ game: game, table: table, choosing: choosing });
    expect(talk.map(({ label }) => label)).toEqual(["Ask to go first (Rang Pai)", "Ask Dai for a count", "Show my hand to my team"]);
    expect(offerOf(talk)?.why).toBe("You can ask Eve to let you go first");
    expect(talk[2]!.twice).not.toBe("");
  });

  it("has the sets that a team mate may be advised to lay, and the pass", () => {
    const { table, choosing } = seatedAt(tableOf({ to_act: [4], choices: ["advise 8-8-R", "advise pass"], board: { phase: "following" } }));
    expect(talkOf({ game: game, table: table, choosing: choosing }).map(({ label }) => label)).toEqual(["Advise Eve: 8-8-Red", "Advise Eve: pass"]);
  });
});

describe("the buttons", () => {
  it("play what is chosen, or ask why not", () => {
    const moment = seatedAt(tableOf({ hand: "3S 9H AS AH", owner: 4, choices: ["A-A", "pass"], board: { phase: "following", ...asks("following") } }));
    expect(solid(moment)).toMatchObject({ label: "Beat it, or pass.", deed: "" });
    moment.choosing.take(["AS", "AH"]);
    expect(solid(moment)).toMatchObject({ label: "Play A-A", why: "", deed: "lay" });
    moment.table.deal!.choices[0]!.says = [{ say: "high" }, { say: "duel", to: 3 }];
    expect(solid(moment).why).toBe("Gou Ji level · only Dai may answer");
    moment.choosing.take(["3S"]);
    expect(solid(moment)).toMatchObject({ deed: "ask" });
    expect(second(moment)).toMatchObject({ label: "Pass", deed: "pass", solid: false });
  });

  it("pass although something may be asked besides", () => {
    for (const usual of ["pass", null]) {
      const moment = seatedAt(tableOf({ hand: "3S", owner: 4, choices: ["pass", "count 3", "count 5", "expose"], default: usual, board: { phase: "following", ...asks("following") } }));
      moment.table.deal!.choices[0]!.kind = "clear";
      expect(callsIn(moment.choosing)[1]).toBeUndefined();
      expect(moment.choosing.calls.map(({ action }) => action)).not.toContain("pass");
    }
  });

  it("wait for a question, and keep what is ready", () => {
    const moment = seatedAt(tableOf({ hand: "AS AH", choices: ["no_shao", "shao A-A"], board: { phase: "window", window: true, mode: "duel", duel: { starter: 5, defender: 2 }, ...asks("window") } }));
    moment.choosing.take(["AS"]);
    expect(solid(moment)).toMatchObject({ label: "Answer the question first", why: "A selected for later", deed: "" });
    expect(second(moment)).toMatchObject({ deed: "" });
  });

  it("return as many cards as were received", () => {
    const tribute = { from: 5, to: 0, n: 2, state: "paid", given: ["2", "R"], returned: null } as const;
    const moment = seatedAt(tableOf({ hand: "3S 3H 2C R", choices: ["return 3-3", "return 2-R"], board: { phase: "returning", tributes: [{ ...tribute, given: ["2", "R"] }], ...asks("return_n") } }));
    expect(questionOf(moment)).toMatchObject({ head: "Return 2 to Fan.", cost: "given: 2-Red", replies: [] });
    moment.choosing.take(["3S"]);
    expect(solid(moment).deed).toBe("");
    moment.choosing.take(["3S", "3H"]);
    expect(solid(moment)).toMatchObject({ label: "Return 3-3", deed: "lay" });
  });

  it("say what is to be done as the server calls it", () => {
    expect(taskOf(game, tableOf({ board: asks("answering_duel") }))).toBe("Beat it, or give up.");
    expect(taskOf(game, tableOf({ board: asks("rang_asked", "11.1", 4) }))).toBe("Eve asks.");
  });
});

describe("lines of the log", () => {
  const line = (fact: Fact, you: number | null = 0) => tell(game, fact, NAMES, you);

  it("name the other player, and the cards only where they are seen", () => {
    const paid = { event: "paid_tribute", seat: 5, to: 0, n: 1 };
    expect(line(paid, 2)).toBe("Fan pays 1 to Ann");
    const seen = { ...paid, pieces: ["R"], key: "paid_tribute_seen" };
    expect(line(seen)).toBe("Fan pays you red joker");
    expect(line(seen, 5)).toBe("You pay Ann red joker");
  });

  it("tell sets by their ranks, also where nobody was asked", () => {
    expect(line({ event: "laid", seat: 1, spells: ["K", "2", "2"], cards: ["KS", "2H", "2D"] })).toBe("Bob plays K-2-2");
  });

  it("leave no space around 你 in Chinese, and the one around names", () => {
    settings.language = "zh-Hans";
    const chinese = "{name} 向 {to} 进贡 {n} 张";
    expect(fill(chinese, { name: "Fan", to: "你", n: 2 })).toBe("Fan 向你进贡 2 张");
    expect(fill(chinese, { name: "Fan", to: "Bob", n: 2 })).toBe("Fan 向 Bob 进贡 2 张");
    expect(fill("{from} 该贡 {to} {n} 张", { from: "Fan", to: "你", n: 2 })).toBe("Fan 该贡你 2 张");
  });

  it("call a place by its name", () => {
    expect(line({ event: "went_out", seat: 1, place: 1 })).toBe("Bob is out: Tou Ke");
  });
});

describe("a replay", () => {
  it("shows the set of who broke in, marks duels, and leaves talk off the table", () => {
    const facts = [
      { seq: 1, event: "dealt", seat: 0 },
      { seq: 2, event: "laid", seat: 5, action: "K-K", cards: ["KS", "KH"], spells: ["K", "K"], kind: "several", lead: true },
      { seq: 2, event: "duel", seat: 5, to: 2 },
      { seq: 3, event: "asked_count", seat: 1, action: "count 5", to: 5, aside: true },
      { seq: 4, event: "shao_declared", seat: 0, to: 5 },
      { seq: 4, event: "laid", seat: 0, cards: ["AS", "AH"], spells: ["A", "A"], kind: "several", lead: false },
    ];
    const steps = facts.map(({ seq }) => ({ seq, hands: [], to_act: [], last: [], board: {} }));
    const moves = movesOf({ id: "r", game: "gou_ji", room: "gou_ji", rules: {}, deal: 1, names: NAMES, facts, steps } as unknown as Replay, gouJi.moves);
    expect(moves.map(({ mark }) => mark?.name)).toEqual([undefined, "mark_duel", undefined, undefined]);
    const last = moves.at(-1)!;
    expect(last.owner).toBe(0);
    expect(last.last.map((fact) => fact?.spells ?? null)).toEqual([["A", "A"], null, null, null, null, ["K", "K"]]);
  });
});

describe("what the ear is told of a question has its names in it", () => {
  const tributes = [{ from: 4, to: 0, n: 2, state: "owed", given: null, returned: null }] as unknown as Board["tributes"];

  it.each([
    ["waive_with", "Eve owes you 2."],
    ["return_n", "Return 2 to Eve."],
  ])("%s", (what, sentence) => {
    const table = tableOf({ to_act: [0], board: { phase: what === "return_n" ? "returning" : "waiving", tributes, ...asks(what) } });
    expect(gouJi.turn(game, table)).toBe(`Your turn, ${sentence}`);
    expect(taskOf(game, table)).toBe(sentence);
  });
});
