import { beforeEach, describe, expect, test, vi } from "vitest";

import { languageOf, settings } from "../src/settings.svelte";
import { fill, minutes, signed, t } from "../src/words";
import { en } from "../src/words/en";
import { zhHans } from "../src/words/zh-Hans";
import { zhHant } from "../src/words/zh-Hant";
import { faceName, faceText, markedPlay, writtenPlay } from "../src/words/cards";
import { inFormWords, tell } from "../src/words/game";
import { recorded } from "./recorded";

beforeEach(() => {
  settings.language = "en";
});

describe("the language is the browser's, and traditional script where it is written", () => {
  test.each([
    [["zh-CN", "en"], "zh-Hans"],
    [["zh-TW"], "zh-Hant"],
    [["zh-Hant-MO"], "zh-Hant"],
    [["zh-Hans-HK"], "zh-Hans"],
    [["zh"], "zh-Hans"],
    [["yue"], "zh-Hant"],
    [["de-AT", "en-GB", "zh-TW"], "en"],
    [["fr"], "en"],
  ])("%j", (tags, language) => expect(languageOf(tags)).toBe(language));
});

test("no phrase of one room hides another's", () => {
  const rooms = import.meta.glob<Record<string, Record<string, string>>>("../src/rooms/*/words.en.ts", { eager: true });
  const keys = Object.values(rooms).flatMap((file) => Object.values(file).flatMap(Object.keys));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  expect(keys.filter((key) => !(key in en))).toEqual([]);
});

describe("templates", () => {
  test.each([
    ["{n} {n|card|cards} left", { n: 1 }, "1 card left"],
    ["{n} {n|card|cards} left", { n: 0 }, "0 cards left"],
  ])("%s %j", (template, values, text) => expect(fill(template, values)).toBe(text));

  test.each([{}, { to: "" }])("a field for which nothing is said is reported: %j", (values) => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(fill("Return {n} to {to}.", { n: 1, ...values })).toBe("Return 1 to .");
    expect(report).toHaveBeenCalledWith("nothing is said for {to} in: Return {n} to {to}.");
    report.mockRestore();
  });

  test("a phrase changes with the language", () => {
    expect(t("waiting_for", { name: "Ann" })).toBe("Waiting for Ann");
    settings.language = "zh-Hans";
    expect(t("waiting_for", { name: "Ann" })).toBe("等 Ann 出牌");
  });

  test("a loss is not a hyphen, a clock has two figures", () => {
    expect([signed(12), signed(-3), signed(0)]).toEqual(["+12", "−3", "0"]);
    expect([minutes(18_000), minutes(61_200), minutes(-5)]).toEqual(["0:18", "1:02", "0:00"]);
  });
});

describe("plays are written as the language writes them", () => {
  test.each([
    ["5-5-6X-6X", "5-5-6-6", "5566"],
    ["9-10-JX", "9-10-J", "9\u200910\u2009J"],
    ["X-X", "both jokers", "双王"],
    ["B-R", "both jokers", "双王"],
    ["X", "joker", "王"],
    ["7-7R", "7-7", "77"],
  ])("%s", (notation, english, chinese) => {
    expect(writtenPlay(notation)).toBe(english);
    settings.language = "zh-Hans";
    expect(writtenPlay(notation)).toBe(chinese);
  });

  test("jokers are marked", () => {
    expect(markedPlay("5-6X")).toEqual([
      ["5", false],
      ["6", true],
    ]);
  });

  test("faces have names for the ear and signs for the eye", () => {
    expect([faceName("QH"), faceName("10S"), faceName("R")]).toEqual(["queen of hearts", "10 of spades", "red joker"]);
    expect(faceText("10H")).toBe("10♥");
    settings.language = "zh-Hant";
    expect(faceName("QH")).toBe("紅心Q");
  });
});

const { game, moment, deal } = recorded("gan_deng_yan");

describe("facts in the log", () => {
  const names = moment("over").seats.map(({ name }) => name);
  const factIn = (what: string, event: string, seat?: number) => moment(what).deal!.log.findLast((fact) => fact.event === event && (seat === undefined || fact.seat === seat))!;
  const bomb = deal("bomb").facts.find(({ kind }) => kind === "trip")!;
  const [led, { key: _, ...keyless }] = [factIn("second trick", "laid"), factIn("second trick", "laid")];

  test.each([
    [bomb, 0, "Bob plays 5-5-5"],
    [factIn("second trick", "laid", 0), 0, "You lead 8"],
    [led, null, "Bob leads 10-10-10"],
    [keyless, null, "Bob plays 10-10-10"], // the sentence is the sender's choice alone
    [factIn("second trick", "cleared"), 0, "The cards are cleared; Bob played last and leads."],
    [factIn("second trick", "cleared"), 1, "The cards are cleared; you played last and lead."],
    [factIn("second trick", "drew", 1), 0, "Bob draws 1"],
    [factIn("second trick", "drew", 0), 0, "You draw 10♠"],
    [factIn("over", "scored"), null, "Ann −8, Bob −8, Cen +16"],
    [deal("bomb").facts[0]!, null, ""],
  ])("%j", (fact, you, line) => expect(tell(game, fact, names, you)).toBe(line));
});

test("a refused rule set is told in the words of the form", () => {
  expect(inFormWords(game, "triplet_seq needs triplet_mode=ordinary; one of decks.")).toBe("“Triplet sequences” needs “Triplets: ordinary”; one of decks.");
  settings.language = "zh-Hans";
  expect(inFormWords(game, "须配 triplet_mode=ordinary。")).toBe("须配“三张：普通”。");
});

test("every phrase is said somewhere", () => {
  const sources = import.meta.glob("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
  const text = Object.entries(sources)
    .filter(([path]) => !/words[/.](en|zh-Han[st])\.ts$/.test(path))
    .map(([, source]) => source)
    .join("\n");
  const said = new Set([...text.matchAll(/["'](\w+)["']/g)].map(([, word]) => word));
  const begun = [...text.matchAll(/`(\w+_)\$\{/g)].map(([, start]) => start!);
  expect(Object.keys(en).filter((key) => !said.has(key) && !begun.some((start) => key.startsWith(start)))).toEqual([]);
});

/** What is told by one word in a language: one thing at several places of the page, or things that nobody sees together. */
const ALIKE: Record<string, string[]> = {
  en: [
    "rules house_rules", "table board", "n_bots mine_bots", "gathering waiting_others", "deal_now deal", "you place_you", "waiting_for waiting_seat",
    "ready is_in", "you_lead you_lead_pieces", "to_beat exercise_to_beat", "last_trick previous_trick",
    "mine_replay replay_title", "exercise_nobody keep_places", "theme_auto motion_auto", "clause listing",
  ],
};
ALIKE["zh-Hans"] = [
  "tables table board", "log key_log", "fewer_tables fewer_rules", "n_bots mine_bots", "open_to_all open_to_all_now", "house_rules review_choice", "bots bot",
  "deal_now review_begin", "you you_within place_you", "sort key_sort", "pass key_pass", "play_x lead_x", "previous_trick key_trick round_before",
  "mine_replay replay_title", "acc_code acc_codes", "event_n stop_n", "first_deal your_first_deal", "theme_auto motion_auto", "sound_off motion_off",
  "suit_C bot_Plum", "take_back gj_withdraw",
];
ALIKE["zh-Hant"] = ALIKE["zh-Hans"];

test.each(Object.entries({ en, "zh-Hans": zhHans, "zh-Hant": zhHant }))("two things have two names: %s", (language, words) => {
  const keys = new Map<string, string[]>();
  for (const [key, value] of Object.entries(words)) if (typeof value === "string") keys.set(value, [...(keys.get(value) ?? []), key]);
  expect([...keys.values()].filter((names) => names.length > 1).map((names) => names.join(" "))).toEqual(ALIKE[language]);
});
