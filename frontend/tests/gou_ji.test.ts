import { beforeEach, describe, expect, it } from "vitest";

import { layPack } from "../src/cards/pack.svelte";
import type { TableView } from "../src/protocol";
import { movesOf } from "../src/replay/moves";
import { settings } from "../src/settings.svelte";
import { questionOf, talkOf, taskOf } from "../src/rooms/gou_ji/asking";
import { offerOf } from "../src/table/asking";
import { callsIn } from "../src/table/buttons";
import { Choosing } from "../src/table/choosing.svelte";
import { boardOf, columnsOf, trickSoFar, facing, valueOf, verbOf } from "../src/rooms/gou_ji/game";
import { roomOf } from "../src/rooms";
import { second, solid } from "../src/rooms/gou_ji/buttons";
import { room as gouJi } from "../src/rooms/gou_ji/room";
import { keyed, passOf } from "../src/table/matching";
import { plateOf, teamsScore } from "../src/rooms/gou_ji/plates";
import { fill } from "../src/words";
import { writtenPlay } from "../src/words/cards";
import { tell, type Fact } from "../src/words/game";
import { recorded } from "./recorded";

const { game, moment, deal, changed } = recorded("gou_ji");
const NAMES = moment("naming").seats.map(({ name }) => name);
const boardAt = (what: string) => boardOf(moment(what))!;

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
    const hand = keyed(moment("may show").deal!.hand); // 3D 3C 6S 6D 7C 9H 10H 10D QH
    const columns = columnsOf(hand, (key) => key === "3C.0");
    expect(columns.map(({ rank, cards, chosen }) => [rank, cards.length, chosen])).toEqual([["3", 2, 1], ["6", 2, 0], ["7", 1, 0], ["9", 1, 0], ["10", 2, 0], ["Q", 1, 0]]);
  });
});

describe("a trick", () => {
  it("is what was laid since the last one was cleared", () => {
    const { lasts, sets } = trickSoFar(moment("trick").deal!.log, 6, false);
    expect(sets.map(({ action }) => action)).toEqual(["6", "8"]);
    expect(lasts.map((fact) => fact?.action ?? null)).toEqual([null, null, "6", "pass", "pass", "8"]);
  });

  it("still lies there when it has just been cleared", () => {
    const { log } = moment("cleared").deal!;
    expect(trickSoFar(log, 6, true).lasts[5]?.action).toBe("8");
    expect(trickSoFar([...log, { event: "wind", seat: 4 }], 6, true).lasts[5]?.action).toBe("8");
    expect(trickSoFar(log, 6, false).sets).toEqual([]);
  });
});

describe("seats", () => {
  it("wear the mark of the team that the server names", () => {
    const table = { ...moment("between"), teams: [1, 1, 0, 0, 1, 0] };
    expect([0, 1, 2].map((seat) => plateOf(game, table, seat)!.team)).toEqual(["square", "square", "round"]);
    expect(teamsScore(game, { ...moment("between"), you: null })).toBe("Round +2, Square −2");
    expect([0, 1, 2].map((seat) => plateOf(game, { ...table, you: 2 }, seat)!.side)).toEqual(["theirs", "theirs", "your team"]);
    expect(plateOf(game, { ...table, you: null }, 2)!.side).toBe("");
  });

  it("face each other in a duel, and where a third one breaks in, that one and whose set is to be beaten", () => {
    expect(facing(boardAt("window"))).toEqual([3, 0]);
    const board = boardAt("shao");
    expect(facing(board)).toEqual([2, 1]);
    expect(facing({ ...board, shao: { ...board.shao!, first: false } })).toBeNull();
    expect(facing(boardAt("trick"))).toBeNull();
  });

  it("stand aside while two others duel, and lie open where a hand is shown", () => {
    expect([0, 2, 3].map((seat) => plateOf(game, moment("window"), seat)!.stance)).toEqual(["faces", "aside", "faces"]);
    const texts = (what: string, seat: number) => plateOf(game, moment(what), seat)!.marks.map(({ text }) => text);
    expect(texts("advice", 0)).toEqual(["open hand: 4×2 5×2 6 8×2 9×2"]);
    expect([texts("advice", 2), texts("advice", 4), texts("advice to pass", 4)]).toEqual([["advises 9"], [], ["advises passing"]]);
    expect([5, 0].map((you) => teamsScore(game, { ...moment("between"), you }))).toEqual(["your team −2, theirs +2", "your team +2, theirs −2"]);
  });
});

describe("actions", () => {
  it("are verbs and what they name, or sets", () => {
    expect(["pass", "shao A-A", "8-8-2-B", "B", "count 3"].map(verbOf)).toEqual(["pass", "shao", "", "", "count"]);
    expect(valueOf("taker 5")).toBe("5");
  });

  it("pass in a duel too, where the server calls it clearing", () => {
    expect(passOf(moment("answering duel").deal!.choices)).toMatchObject({ action: "pass", kind: "clear" });
  });
});

describe("questions", () => {
  it("offer Shao Pai with what is chosen, say what the server says of it, and only to be held", () => {
    const asking = seatedAt(moment("window"));
    expect(questionOf(asking)).toMatchObject({ head: "Shao Pai?", cost: "Select the set for Shao Pai.", wants: true, section: "9.1" });
    asking.choosing.take(["B"]);
    const asked = questionOf(asking)!;
    expect(asked.head).toBe("Shao Pai with Black?");
    expect(asked.cost).toBe("Then you hold 10 natural ranks and 1 joker; the run needs 9. A false Shao Pai: last place.");
    expect(asked.replies.map(({ action, main, no, risk }) => [action, main, no, risk])).toEqual([["no_shao", true, true, false], ["shao B", false, false, true]]);
    expect(asked.replies[1]!.cards).toEqual(["B"]);
  });

  it("have what the clock would say for the solid one, and a revolution to be held", () => {
    const replies = (table: TableView) => questionOf(seatedAt(table))!.replies.map(({ action, main, risk }) => [action, main, risk]);
    expect(replies(moment("revolution"))).toEqual([["play_on", true, false], ["revolt", false, true]]);
    expect(replies(changed(moment("revolution"), {}, { default: "revolt" }))).toEqual([["revolt", true, true], ["play_on", false, false]]);
  });

  it("name all six for the first card, and mark whom the server would name", () => {
    expect(questionOf(seatedAt(moment("naming")))!.replies.map(({ label, main, small }) => [label, main, small])).toEqual([
      ["Ann", false, true], ["You", true, false], ["Cen", false, true], ["Dai", false, true], ["Eve", false, true], ["Fay", false, true],
    ]);
  });

  it("take the turn by the solid button and leave it by P", () => {
    expect(questionOf(seatedAt(moment("ordering")))!.replies.map(({ action, main, no }) => [action, main, no])).toEqual([["take", true, false], ["leave", false, true]]);
  });

  it("speak of the tribute that one gives otherwise than of the one that one gets", () => {
    const heads = (you: number) => questionOf(seatedAt({ ...moment("waiving"), you }))!.head;
    expect([0, 3, 1, 4].map(heads)).toEqual([
      "Eve owes you 1 as tribute. Waive it?", "Bob owes you 2 as tribute. Waive it?", "You owe Dai 2 as tribute. Waive it?", "You owe Ann 1 as tribute. Waive it?",
    ]);
  });

  it("are not put to those who are not asked", () => {
    expect(questionOf(seatedAt(moment("window of others")))).toBeNull();
  });
});

describe("talk", () => {
  const labels = (table: TableView) => talkOf(seatedAt(table)).map(({ label }) => label);

  it("lists what may be said, and offers at once what cannot wait", () => {
    expect(labels(moment("talk"))).toEqual(["Ask Cen for a count", "Ask to go first (Rang Pai)"]);
    expect(offerOf(talkOf(seatedAt(moment("talk"))))?.why).toBe("You can ask Dai to let you go first");
    expect(talkOf(seatedAt(moment("may show")))).toMatchObject([{ label: "Show my hand to my team", twice: "Press again to show it", now: false }]);
  });

  it("has the sets that a team mate may be advised to lay, and the pass", () => {
    expect(labels(moment("may advise"))).toEqual(["Advise Ann: 9", "Advise Ann: pass"]);
  });
});

describe("the buttons", () => {
  it("play what is chosen, or ask why not", () => {
    const following = seatedAt(moment("following"));
    expect(solid(following)).toMatchObject({ label: "Beat it, or pass.", deed: "" });
    following.choosing.take(["KS"]);
    expect(solid(following)).toMatchObject({ label: "Play K", why: "", deed: "lay" });
    following.choosing.take(["2S"]);
    expect(solid(following).why).toBe("wild cards · Gou Ji level · only Fay may answer");
    following.choosing.take(["3S"]);
    expect(solid(following)).toMatchObject({ deed: "ask" });
    expect(second(following)).toMatchObject({ label: "Pass", deed: "pass", solid: false });
  });

  it("pass although something may be asked besides", () => {
    for (const table of [moment("answering duel"), changed(moment("answering duel"), {}, { default: null })]) {
      const { choosing } = seatedAt(table);
      expect(callsIn(choosing)[1]).toBeUndefined();
      expect(choosing.calls.map(({ action }) => action)).toEqual(["count 3", "count 4", "count 5"]);
    }
  });

  it("wait for a question, and keep what is ready", () => {
    const asking = seatedAt(moment("window"));
    asking.choosing.take(["AS"]);
    expect(solid(asking)).toMatchObject({ label: "Answer the question first", why: "A selected for later", deed: "" });
    expect(second(asking)).toMatchObject({ deed: "" });
  });

  it("return as many cards as were received", () => {
    const returning = seatedAt(moment("returning"));
    expect(questionOf(returning)).toMatchObject({ head: "Return 2 to Bob.", cost: "given: Black-Red", replies: [] });
    returning.choosing.take(["4S"]);
    expect(solid(returning).deed).toBe("");
    returning.choosing.take(["4S", "4H"]);
    expect(solid(returning)).toMatchObject({ label: "Return 4-4", deed: "lay" });
  });

  it("say what is to be done as the server calls it", () => {
    expect(taskOf(game, moment("answering duel"))).toBe("Beat it, or give up.");
    expect(taskOf(game, moment("rang asked"))).toBe("Dai asks you to pass this time.");
  });
});

describe("lines of the log", () => {
  const line = (fact: Fact, you: number | null = 0) => tell(game, fact, NAMES, you);
  const factIn = (what: string, event: string) => moment(what).deal!.log.findLast((fact) => fact.event === event)!;

  it("name the other player, and the cards only where they are seen", () => {
    const [seen, hidden] = moment("returning").deal!.log.filter(({ event }) => event === "paid_tribute") as [Fact, Fact];
    expect(line(hidden)).toBe("Eve pays 1 to Dai, face down.");
    expect(line(seen)).toBe("Bob pays you black joker, red joker.");
    expect(line(seen, 1)).toBe("You pay Ann black joker, red joker.");
  });

  it("tell sets by their ranks, also where nobody was asked", () => {
    expect(line(factIn("shao", "laid"))).toBe("Cen plays J×4 2×2");
  });

  it("leave no space around 你 in Chinese, and the one around names", () => {
    settings.language = "zh-Hans";
    const chinese = "{name} 向 {to} 进贡 {n} 张";
    expect(fill(chinese, { name: "Fay", to: "你", n: 2 })).toBe("Fay 向你进贡 2 张");
    expect(fill(chinese, { name: "Fay", to: "Bob", n: 2 })).toBe("Fay 向 Bob 进贡 2 张");
    expect(fill("{from} 该贡 {to} {n} 张", { from: "Fay", to: "你", n: 2 })).toBe("Fay 该贡你 2 张");
  });

  it("call a place by its name", () => {
    expect(line(factIn("between", "went_out"))).toBe("Dai is out: 2nd, Er Ke.");
  });
});

describe("a replay", () => {
  it("shows the set of who broke in, marks duels, and leaves talk off the table", () => {
    const moves = movesOf(deal("shao"), gouJi.moves).slice(-3);
    expect(moves.map(({ facts, mark }) => [facts.map(({ event }) => event).join(" "), mark?.name])).toEqual([
      ["laid duel answered answered", "mark_duel"], ["shao_declared", undefined], ["laid", undefined],
    ]);
    const last = moves.at(-1)!;
    expect(last.owner).toBe(2);
    expect(last.last.map((fact) => (fact?.spells as string[] | undefined)?.join("-") ?? null)).toEqual([null, "10-10-10-10-10-2", "J-J-J-J-2-2", null, null, null]);
  });
});

describe("what the ear is told of a question has its names in it", () => {
  it.each([
    ["waiving", "You owe Dai 2 as tribute. Waive it?"],
    ["returning", "Return 2 to Bob."],
  ])("%s", (what, sentence) => {
    expect(gouJi.turn(game, moment(what))).toBe(`Your turn, ${sentence}`);
    expect(taskOf(game, moment(what))).toBe(sentence);
  });
});
