import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ChoiceView, TableView } from "../src/protocol";
import { layPack } from "../src/cards/pack.svelte";
import { settings } from "../src/settings.svelte";
import { arrowOf, plateAt, PLATE_HIGH, PLATE_WIDE } from "../src/rooms/luk_fu/arrows";
import { Choosing } from "../src/table/choosing.svelte";
import { shownIn } from "../src/table/facts";
import { faceUpIn, isDreaming, boardOf, ownDown, roundsOf } from "../src/rooms/luk_fu/rounds";
import { seatSentence } from "../src/table/sentences";
import { tell } from "../src/words/game";
import { roomOf } from "../src/rooms";
import { room as lukFu } from "../src/rooms/luk_fu/room";
import { recorded } from "./recorded";

const { game, moment, factsAt, changed } = recorded("luk_fu");

beforeEach(() => {
  settings.language = "en";
  settings.moneySorting = "suits";
  layPack(game, "money");
});
afterEach(() => layPack(null));

function buttons(table: TableView, ...faces: string[]) {
  const choosing = new Choosing(() => table, () => roomOf(table));
  choosing.take(faces);
  const at = { game, table, choosing, late: false };
  return [lukFu.solid(at), lukFu.second(at)] as const;
}

describe("the two buttons of Luk Fu", () => {
  test("to beat and to surrender, where both may be", () => {
    const [solid, second] = buttons(moment("may beat or surrender"), "8S");
    expect(solid).toMatchObject({ label: "Beat with 8 Sip", deed: "lay" });
    expect(second).toMatchObject({ label: "Give up 8 Sip, face down", deed: "call", sends: { action: "down 8S", cards: ["8S"] } });
  });

  test("where only one may be, the other asks why", () => {
    const [give, beat] = buttons(moment("must surrender"), "4S");
    expect(give).toMatchObject({ label: "Give up 4 Sip, face down", deed: "lay" });
    expect(beat).toMatchObject({ label: "Beat it", deed: "ask", sends: { action: "4S", cards: ["4S"] } });
    const [solid, second] = buttons(moment("must beat"), "5K");
    expect(solid).toMatchObject({ label: "Beat with 5 Sok", deed: "lay" });
    expect(second).toMatchObject({ label: "Give up", deed: "ask", sends: { action: "down 5K", cards: ["5K"] } });
  });

  test("where neither may be, the solid one asks", () => {
    const [solid, second] = buttons(moment("must beat"), "4S");
    expect(solid).toMatchObject({ label: "You can’t play 4 Sip now", deed: "ask" });
    expect(second).toMatchObject({ label: "Give up", deed: "" });
    expect(buttons(moment("must beat"))[0]).toMatchObject({ label: "Select 1 card", deed: "" });
  });

  test("a hint chooses its own reading", () => {
    const attacked = moment("may beat or surrender");
    const choosing = new Choosing(() => attacked, () => roomOf(attacked));
    choosing.hint();
    choosing.hint();
    expect([choosing.reading?.action, choosing.open]).toEqual(["down 8S", false]);
  });

  test("a lead is called by its kind, and declaring says how far it is", () => {
    const table = moment("leading");
    expect(buttons(table, "8S", "8G", "8K")[0].label).toBe("Lead gok 8 Sip-Gon-Sok");
    expect(buttons(table, "8S")[0].label).toBe("Lead 8 Sip");
    expect(buttons(changed(table, { declaring: { tricks: 2, aged: 3, needed: 6, may: false } }))[1]).toMatchObject({ label: "Declare", why: "5 of 6", deed: "ask", solid: false });
    const ready = moment("may declare");
    expect(buttons(ready)[1]).toMatchObject({ label: "Declare: 6 tricks + 2 aged = 8", deed: "call", solid: true });
    expect(buttons(ready, "4S")[1]).toMatchObject({ deed: "call", solid: false });
  });

  test("the question of the five tigers: whoever cannot claim may ask why", () => {
    const table = moment("claiming");
    expect(buttons(table).map((button) => [button?.label, button?.deed])).toEqual([
      ["Keep silent", "call"],
      ["Claim Ng Fu Ha San", "ask"],
    ]);
    const claim: ChoiceView = { ...table.deal!.choices[0]!, action: "claim", kind: "claim" }; // a hand with all five ones is too rare to be found
    expect(buttons(changed(table, {}, { choices: [claim, ...table.deal!.choices] })).map((button) => [button?.label, button?.deed])).toEqual([
      ["Claim Ng Fu Ha San", "call"],
      ["Keep silent", "call"],
    ]);
    expect(buttons(moment("claiming locked"))[0]).toMatchObject({ label: "Take it back" });
  });
});

describe("rounds", () => {
  const table = moment("may beat or surrender");
  const board = boardOf(table)!;

  test("finished ones and that in progress", () => expect(roundsOf(board).map(({ number, winner, count }) => [number, winner, count])).toEqual([[1, 2, 3], [2, null, 1]]));
  test("what lay face up, and what only its owner sees", () => {
    expect(faceUpIn(board)).toEqual(["9S", "9G", "9K", "7S"]);
    expect([ownDown(board, 1), ownDown(board, 2)]).toEqual([["3G", "7K", "2K"], []]);
  });
  test("nobody dreams at a table of three, and other games have no such board", () => {
    expect(isDreaming(table)).toBe(false);
    expect(isDreaming({ ...moment("claiming"), you: 0 })).toBe(true);
    expect(boardOf({ ...table, deal: null })).toBeNull();
  });

  test("in words", () => {
    const names = table.seats.map(({ name }) => name);
    const { log } = table.deal!;
    const [mine, theirs] = [1, 0].map((seat) => log.findLast((fact) => fact.event === "laid" && fact.seat === seat)!);
    expect(seatSentence(lukFu, game, table, 2, 1)).toContain("single card 7 Sip");
    expect(seatSentence(lukFu, game, table, 0, 2)).toContain("1 face down");
    expect(lukFu.turn(game, table)).toBe("Your turn, to beat: single card 7 Sip, Beat it, or give up 1 face down.");
    expect(tell(game, mine!, names, 1)).toBe("You give up 3 Gon, 7-2 Sok face down");
    expect(tell(game, theirs!, names, 1)).toBe("Ann gives up 1 face down");
    expect(tell(game, factsAt("paid").find(({ event }) => event === "paid")!, names, 1)).toBe("Ann pays you 2. For the winner's tricks.");
    expect(lukFu.word(game, { ...factsAt("claiming locked")[0]!, event: "answered" })).toBe("Keep silent");
    expect(shownIn(mine!, game)[0]?.kind).toBe("3 face down");
  });
});

describe("a hand", () => {
  const choosing = new Choosing(() => moment("claiming"), () => lukFu); // 3C 4C 6C 8C 7K 2G 5G 7G 8G 4S 8S L
  test("suit by suit from the highest, or number by number", () => {
    expect(choosing.hand.map(({ face }) => face)).toEqual(["8S", "4S", "8G", "7G", "5G", "2G", "7K", "8C", "6C", "4C", "3C", "L"]);
    settings.moneySorting = "numbers";
    expect(choosing.hand.map(({ face }) => face)).toEqual(["8S", "8G", "8C", "7G", "7K", "6C", "5G", "4S", "4C", "3C", "2G", "L"]);
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
