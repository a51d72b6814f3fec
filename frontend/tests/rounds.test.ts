import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ChoiceView, TableView } from "../src/protocol";
import { layPack } from "../src/cards/pack.svelte";
import { settings } from "../src/settings.svelte";
import { arrowOf, plateAt, PLATE_HIGH, PLATE_WIDE } from "../src/rooms/luk_fu/arrows";
import type { Moment } from "../src/table/buttons";
import { Choosing } from "../src/table/choosing.svelte";
import { shownIn } from "../src/table/facts";
import { faceUpIn, isDreaming, boardOf, ownDown, roundsOf } from "../src/rooms/luk_fu/rounds";
import { seatSentence } from "../src/table/sentences";
import { tell } from "../src/words/game";
import { roomOf } from "../src/rooms";
import { room as lukFu } from "../src/rooms/luk_fu/room";
import { down, money, moneyTable, up } from "./money";

const solidOf = (moment: Moment) => lukFu.solid(moment);
const secondOf = (moment: Moment) => lukFu.second(moment);

beforeEach(() => {
  settings.language = "en";
  settings.moneySorting = "suits";
  layPack(money, "money");
});
afterEach(() => layPack(null));

const lay = (cards: string, kind = "single"): ChoiceView => ({ action: cards, needs: cards.split("-"), kind, spells: cards.split("-"), says: [] });
const surrender = (cards: string): ChoiceView => ({ ...lay(cards, "down"), action: `down ${cards}` });
const call = (kind: string): ChoiceView => ({ action: kind, needs: [], kind, spells: [], says: [] });

function buttons(table: TableView, ...faces: string[]) {
  const choosing = new Choosing(() => table, () => roomOf(table));
  choosing.take(faces);
  const moment = { game: money, table, choosing, late: false };
  return [solidOf(moment), secondOf(moment)] as const;
}

const ATTACKED = { phase: "attacking", leader: 2, led: { kind: "single", count: 1 }, laid: [null, null, up("5S", "single", true)] } as const;

describe("the two buttons of Luk Fu", () => {
  const attacked = moneyTable({ ...ATTACKED, laid: [...ATTACKED.laid] }, { hand: "9S 4S 2K", to_act: [0], choices: [lay("9S"), surrender("9S"), surrender("4S")] });

  test("to beat and to surrender, where both may be", () => {
    const [solid, second] = buttons(attacked, "9S");
    expect(solid).toMatchObject({ label: "Beat with 9 Sip", deed: "lay" });
    expect(second).toMatchObject({ label: "Give up 9 Sip, face down", deed: "call", sends: { action: "down 9S", cards: ["9S"] } });
  });

  test("where only one may be, the other asks why", () => {
    const [solid, second] = buttons(attacked, "4S");
    expect(solid).toMatchObject({ label: "Give up 4 Sip, face down", deed: "lay" });
    expect(second).toMatchObject({ label: "Beat it", deed: "ask", sends: { action: "4S", cards: ["4S"] } });
  });

  test("where neither may be, the solid one asks", () => {
    const [solid, second] = buttons(attacked, "2K");
    expect(solid).toMatchObject({ label: "You can’t play 2 Sok now", deed: "ask" });
    expect(second).toMatchObject({ label: "Give up", deed: "" });
    expect(buttons(attacked)[0]).toMatchObject({ label: "Select 1 card", deed: "" });
  });

  test("a hint chooses its own reading", () => {
    const choosing = new Choosing(() => attacked, () => roomOf(attacked));
    choosing.hint();
    choosing.hint();
    expect([choosing.reading?.action, choosing.open]).toEqual(["down 9S", false]);
  });

  test("a lead is called by its kind, and declaring says how far it is", () => {
    const declaring = { tricks: 2, aged: 3, needed: 6, may: false };
    const choices = [lay("8S-8G-8K", "gok"), lay("8S")];
    const table = moneyTable({ declaring }, { hand: "8S 8G 8K", to_act: [0], choices });
    expect(buttons(table, "8S", "8G", "8K")[0].label).toBe("Lead gok 8 Sip-Gon-Sok");
    expect(buttons(table, "8S")[0].label).toBe("Lead 8 Sip");
    expect(buttons(table)[1]).toMatchObject({ label: "Declare", why: "5 of 6", deed: "ask", solid: false });
    const ready = moneyTable({ declaring: { ...declaring, tricks: 3, may: true } }, { hand: "8S 8G 8K", to_act: [0], choices: [call("declare"), ...choices] });
    expect(buttons(ready)[1]).toMatchObject({ label: "Declare: 3 tricks + 3 aged = 6", deed: "call", solid: true });
    expect(buttons(ready, "8S")[1]).toMatchObject({ deed: "call", solid: false });
  });

  test("the question of the five tigers: whoever cannot claim may ask why", () => {
    const asked = (...choices: ChoiceView[]) => moneyTable({ phase: "claiming" }, { to_act: [0, 1, 2], choices });
    expect(buttons(asked(call("keep"))).map((button) => [button?.label, button?.deed])).toEqual([
      ["Keep silent", "call"],
      ["Claim", "ask"],
    ]);
    expect(buttons(asked(call("claim"), call("keep"))).map((button) => [button?.label, button?.deed])).toEqual([
      ["Claim", "call"],
      ["Keep silent", "call"],
    ]);
    expect(buttons(moneyTable({ phase: "claiming" }, { to_act: [1], locked: [0] }))[0]).toMatchObject({ label: "Take it back" });
  });
});

describe("rounds", () => {
  const past = { number: 1, leader: 1, winner: 2, count: 2, laid: [down(2), up("5S 4S"), up("8S 7S", "run", true)] };
  const board = boardOf(moneyTable({ ...ATTACKED, laid: [...ATTACKED.laid], rounds: [past], own_down: [{ round: 1, cards: ["4K", "2K"] }] }))!;

  test("finished ones and that in progress", () => expect(roundsOf(board).map(({ number, winner, count }) => [number, winner, count])).toEqual([[1, 2, 2], [2, null, 1]]));
  test("what lay face up, and what only its owner sees", () => {
    expect(faceUpIn(board)).toEqual(["5S", "4S", "8S", "7S", "5S"]);
    expect([ownDown(board, 1), ownDown(board, 2)]).toEqual([["4K", "2K"], []]);
  });
  test("nobody dreams at a table of three, and other games have no such board", () => {
    expect(isDreaming(moneyTable({}))).toBe(false);
    expect(boardOf({ ...moneyTable({}), deal: null })).toBeNull();
  });

  test("in words", () => {
    const table = moneyTable({ ...ATTACKED, laid: [down(1), null, ATTACKED.laid[2]] }, { to_act: [1] });
    expect(seatSentence(lukFu, money, table, 2, 2)).toContain("single card 5 Sip");
    expect(seatSentence(lukFu, money, table, 0, 0)).toContain("1 face down");
    expect(lukFu.turn(money, table)).toBe("Your turn, to beat: single card 5 Sip, Beat it, or surrender 1 face down.");
    expect(tell(money, { event: "laid", seat: 0, action: "down 4K-2K", cards: ["4K", "2K"], count: 2, down: true }, ["Ann", "Bob", "Cen"], 0)).toBe("You surrender 4-2 Sok face down");
    expect(tell(money, { event: "laid", seat: 1, count: 2, down: true }, ["Ann", "Bob", "Cen"], 0)).toBe("Bob surrenders 2 face down");
    expect(tell(money, { event: "paid", seat: 1, seats: [0], owed: 4, why: "tricks" }, ["Ann", "Bob", "Cen"], 0)).toBe("Bob pays you 4. For the winner's tricks.");
    expect(lukFu.word(money, { event: "answered", seat: 0, action: "keep" })).toBe("Keep silent");
    expect(shownIn({ event: "laid", seat: 0, action: "down 4K", cards: ["4K"], count: 1, down: true }, money)[0]?.kind).toBe("1 face down");
  });
});

describe("a hand", () => {
  const choosing = new Choosing(() => moneyTable({}, { hand: "1C 9C 4K 2G 4S L" }), () => lukFu);
  test("suit by suit from the highest, or number by number", () => {
    expect(choosing.hand.map(({ face }) => face)).toEqual(["4S", "2G", "4K", "9C", "1C", "L"]);
    settings.moneySorting = "numbers";
    expect(choosing.hand.map(({ face }) => face)).toEqual(["9C", "4S", "4K", "2G", "1C", "L"]);
  });
});

describe("arrows", () => {
  const box = { width: 400, height: 250 };
  test("lead from plate to plate and touch neither, for every pair of seats", () => {
    for (const seats of [3, 4]) {
      const spots = Array.from({ length: seats }, (_, i) => i);
      for (const from of spots) {
        for (const to of spots.filter((spot) => spot !== from)) {
          const arrow = arrowOf({ from, to, owed: 1, why: "" }, spots, box);
          for (const end of [arrow.from_at, arrow.to_at, arrow.label_at]) {
            for (const spot of spots) {
              const plate = plateAt(spot, seats, box);
              const inside = Math.abs(end.x - plate.x) < (box.width * PLATE_WIDE) / 2 && Math.abs(end.y - plate.y) < PLATE_HIGH / 2;
              expect(inside, `${seats}: ${from} to ${to} at ${spot}`).toBe(false);
            }
          }
        }
      }
    }
  });
});
