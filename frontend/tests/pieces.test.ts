import { beforeEach, describe, expect, test } from "vitest";

import type { TableView } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { Choosing } from "../src/table/choosing.svelte";
import { shownIn } from "../src/table/facts";
import { heard, soundsOf } from "../src/table/hearing";
import { seatSentence } from "../src/table/sentences";
import { boardOf, decidedTrick, takenIn, trickOf, turnsIn } from "../src/rooms/giog/tricks";
import { tell } from "../src/words/game";
import { roomOf } from "../src/rooms";
import { room as giog } from "../src/rooms/giog/room";
import { recorded } from "./recorded";

const { game, moment, factsAt, changed } = recorded("giog");
const [tamCuc, daqiluo] = [recorded("tamcuc"), recorded("daqiluo2")];

beforeEach(() => {
  settings.language = "en";
  settings.letters = "off";
});

function choosingAt(table: TableView, ...faces: string[]): Choosing {
  const choosing = new Choosing(() => table, () => roomOf(table));
  choosing.take(faces);
  return choosing;
}
const solid = (table: TableView, ...faces: string[]) => giog.solid({ game, table, choosing: choosingAt(table, ...faces), late: false });

describe("the solid button of a table of pieces", () => {
  const [asked, locked] = [moment("answering"), moment("locked")];

  test("asks for as many pieces as were led", () => expect(solid(asked)).toEqual({ label: "Select 2 pieces", why: "", deed: "" }));
  test("locks in what is chosen", () => expect(solid(asked, "rP", "rP")).toMatchObject({ label: "Lock in 兵兵", deed: "lay" }));
  test("says why not", () => expect(solid(asked, "rP")).toMatchObject({ label: "You can’t play 兵 now", deed: "ask" }));
  test("takes an answer back that waits for the others", () => expect(solid(locked)).toMatchObject({ label: "Take it back", deed: "take_back" }));
  test("replaces it by another", () => expect(solid(locked, "bP", "bP")).toMatchObject({ label: "Lock in 卒卒", deed: "lay" }));
  test("names the type of a lead", () => expect(solid(moment("leading"), "bC", "bC")).toMatchObject({ label: "Lead pair 砲砲", deed: "lay" }));
  test("of one who answers alone it lays, and nothing can be taken back", () => expect(solid(moment("alone"), "bC")).toMatchObject({ label: "Play 砲" }));

  test("waits", () => {
    expect(solid(moment("waiting for one"))).toMatchObject({ label: "Waiting for Bob", deed: "" });
    expect(solid(moment("led"))).toMatchObject({ label: "Waiting for the others", deed: "" });
  });

  test("leaves stacks to be chosen where they stand", () => {
    expect(solid(moment("turning"))).toMatchObject({ label: "Choose a stack to turn up", deed: "" });
    expect([...choosingAt(moment("turning")).targets.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("leaves six orders of stacks to a question beside the hand", () => {
    const at = (what: string) => ({ game: daqiluo.game, table: daqiluo.moment(what), choosing: choosingAt(daqiluo.moment(what)), late: false });
    const question = giog.question(at("directing"))!;
    expect(question).toMatchObject({ head: "In which order are the stacks taken?", why: "One row of 6 stacks of 5, all face down: the order only decides who gets which.", section: "11.10" });
    const orders = ["left", "right", "alternate_left", "alternate_right", "ends_left", "ends_right"];
    expect(question.replies.map(({ action }) => action)).toEqual(orders.map((order) => `direct ${order}`));
    expect(question.replies.filter(({ main }) => main).map(({ label }) => label)).toEqual(["one after another from the left"]);
    expect(giog.solid(at("directing"))).toMatchObject({ label: "Answer the question first", deed: "" });
    expect(giog.second(at("directing"))).toBeNull();
    expect(giog.question(at("directing of another"))).toBeNull();
  });

  test("says yes to a question, the button beside it no", () => {
    const table = tamCuc.moment("exposing");
    const at = { game: tamCuc.game, table, choosing: choosingAt(table), late: false };
    expect(giog.solid(at)).toMatchObject({ label: "Expose 兵", deed: "call" });
    expect(giog.second(at)).toMatchObject({ label: "Discard face down", deed: "call" });
    expect(giog.second({ ...at, game, table: asked, choosing: choosingAt(asked) })).toBeNull();
  });
});

describe("choosing pieces", () => {
  test("an answer that waits lies on the cloth, not in the hand; hints are made of the rest", () => {
    const choosing = choosingAt(moment("locked")); // bP bP rP rP rP rC rH rH bA rA, and of these rH rH are the answer
    expect(choosing.hand.map(({ face }) => face)).toEqual(["rA", "bA", "rC", "rP", "rP", "rP", "bP", "bP"]);
    expect(choosing.hints.slice(0, 4).map(({ action }) => action)).toEqual(["bP-bP", "rP-rP", "rP-bP", "rC-bP"]);
    expect(choosing.hints.filter(({ needs }) => needs.includes("rH"))).toEqual([]);
  });

  test("the strongest stands first", () => {
    expect(choosingAt(moment("alone")).hand.map(({ face }) => face)).toEqual(["bA", "rE", "bE", "bE", "bC", "rP", "rP", "rP", "rP", "bP", "bP", "bP"]);
  });

  test("a letter names a type of either colour", () => {
    const choosing = choosingAt(moment("leading"));
    expect([choosing.more("G")?.face, choosing.more("G")?.face, choosing.more("G")]).toEqual(["rG", "bG", undefined]);
  });

  test("where not all choices were sent, the server says what a selection is", async () => {
    const { choices } = moment("leading").deal!;
    const choosing = choosingAt(changed(moment("leading"), {}, { more: true, choices: choices.filter(({ action }) => action === "bC-bC") }), "rP", "rP");
    expect([choosing.asks, choosing.reading]).toEqual([true, undefined]);
    const told = choices.filter(({ action }) => action === "rP-rP" || action === "rP");
    await choosing.ask(() => Promise.resolve({ k: "why", id: "", choices: told, code: "", text: {}, section: "" }));
    expect([choosing.asks, choosing.readings.map(({ action, kind }) => [action, kind])]).toEqual([
      false,
      [
        ["rP-rP", "pair"],
        ["rP", "single"],
      ],
    ]);
    choosing.take(["bC", "bC"]);
    expect([choosing.asks, choosing.reading?.kind]).toEqual([true, "pair"]);
  });
});

describe("a trick on the cloth", () => {
  test("answers that are in lie face down, one's own to be seen", () => {
    const trick = trickOf(moment("locked"))!;
    expect(trick.laid.map((set) => set && [set.count, set.cards])).toEqual([[2, null], null, [2, ["rH", "rH"]]]);
    expect(trick.lies).toEqual(["down", null, "sealed"]);
  });

  test("all that are turned up together turn in one step", () => expect(turnsIn(factsAt("decided"), 3)).toEqual([0, 0, 0]));

  const exposed = tamCuc.moment("exposed");
  const { log } = exposed.deal!;
  const facts = log.slice(log.findLastIndex(({ event }) => event === "revealed"));

  test("those that are exposed in turn, one after the other", () => {
    expect(facts.map(({ event, seat }) => `${event} ${seat ?? ""}`)).toEqual(["revealed ", "thrown_in 1", "exposed 2", "cleared "]);
    expect(turnsIn(facts, 3)).toEqual([0, 1, 2]);
  });

  test("lies as it was decided", () => {
    const trick = decidedTrick(exposed, facts)!;
    expect([trick.lies, trick.turns, trick.end]).toEqual([["up", "thrown", "up"], [0, 1, 2], log.at(-1)]);
    expect(trickOf(exposed)!.lies).toEqual([null, null, null]);
  });
});

test("stacks are taken round by round, in the order of priority", () => {
  expect(boardOf(moment("took"))!.priority).toEqual([1, 2, 0]);
  expect(takenIn(factsAt("took"), moment("took")).slice(0, 5).map(({ stack, seat }) => `${stack}:${seat}`)).toEqual(["1:1", "2:2", "3:0", "4:1", "5:2"]);
});

describe("what is told of pieces", () => {
  const names = moment("took").seats.map(({ name }) => name);
  const factIn = (what: string, event: string, of = { moment, factsAt }) => [...of.moment(what).deal!.log, ...of.factsAt(what)].findLast((fact) => fact.event === event)!;

  test.each([
    [game, factIn("turned", "turned"), 1, "Ann turns up stack 13: 卒"],
    [game, factIn("took", "ordered"), 0, "The order is Bob, Cen, you."],
    [game, factIn("took", "dealt"), 0, "Everybody has 10 pieces."],
    [game, factIn("locked", "laid"), 2, "Ann leads face down: pair"],
    [game, factIn("led", "laid"), 1, "You lead 俥傌炮: noble"],
    [daqiluo.game, factIn("under", "laid", daqiluo), 0, "Cen puts 1 under the pile"],
    [daqiluo.game, factIn("on top", "laid", daqiluo), 1, "Ann plays 俥 on top"],
    [game, factIn("decided", "cleared"), 1, "You capture 9 pieces. It was the highest that counts."],
    [game, { ...factIn("decided", "cleared"), winner: null, taken: 0, pot: 9, why: "set_aside", key: "cleared_none" }, 0, "Nobody wins the trick. The pot now holds 9 pieces. Equal highest: the pieces are set aside, and the same player leads again."],
    [game, factIn("shared", "scored"), 0, "You 0, Bob +½, Cen +½"],
    [game, factIn("answering", "sealed"), 0, ""],
  ])("%#", (game, fact, you, line) => expect(tell(game, fact, names, you)).toBe(line));

  test("who is in, and who chooses again", () => {
    const [other] = factsAt("answering");
    expect(heard(game, [other!], moment("answering"))).toBe("Cen has chosen.");
    expect(heard(game, factsAt("locked"), moment("locked"))).toBe("You have chosen.");
    expect(heard(game, [{ ...other!, event: "unsealed" }], moment("answering"))).toBe("Cen is choosing again.");
  });

  test("what a reveal shows, play by play", () => {
    const reveal = factsAt("decided").find(({ event }) => event === "revealed")!;
    expect(shownIn(reveal, game).map(({ seat, kind }) => [seat, kind])).toEqual([[1, "noble"], [2, "does not count"], [0, "does not count"]]);
  });

  test("a seat in a sentence: what lies before it, and what it took", () => {
    const table = changed(moment("answering"), { captured: [0, 0, 4, 8] });
    expect(seatSentence(giog, game, table, 3, 3)).toBe("To your left: Dai, order 1, led, 1 known, 8 captured, 6 pieces, 馬, pair, 2 face down, total 0");
    expect(seatSentence(giog, game, table, 2, 2)).toBe("Across from you: Cen, order 3, ready, 4 captured, 8 pieces, 2 face down, total 0");
    expect(giog.turn(game, table)).toBe("Your turn, led: pair, Play 2.");
  });

  test("the bell rings once for a question that several are asked", () => {
    const asked = moment("answering");
    const before = changed(asked, {}, { to_act: [3], locked: [] });
    const lead = asked.deal!.log.findLast(({ event }) => event === "laid")!;
    expect(soundsOf(giog, [lead], before, asked)).toEqual(["lay", "turn"]);
    expect(soundsOf(giog, factsAt("answering"), asked, changed(asked, {}, { locked: [1, 2], to_act: [0] }))).toEqual(["lay"]);
  });
});
