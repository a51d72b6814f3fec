import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { AGED, drawingOf, type Size } from "../src/cards/faces";
import { MONEY_FACES, moneySymbols } from "../src/cards/money";
import { layPack, shownPack } from "../src/cards/pack.svelte";
import { settings } from "../src/settings.svelte";
import { faceName, facesText, writtenPlay } from "../src/words/cards";
import { recorded } from "./recorded";

const { game: money } = recorded("luk_fu");

beforeEach(() => {
  settings.language = "en";
  layPack(money, "money");
});
afterEach(() => layPack(null));

const drawn = new Map(moneySymbols.map(({ id, box, body }) => [id, { box, body }]));
const body = (id: string) => drawn.get(id)!.body;
const SIZES: Size[] = ["desk", "phone", "mini"];

test("a table of money cards may be told before its game is", () => {
  layPack(undefined, "money");
  expect(shownPack()).toBe("french");
});

describe("drawings", () => {
  test("38 cards and a back, in every size", () => {
    expect(new Set(MONEY_FACES).size).toBe(38);
    const asked = [...MONEY_FACES, "back"].flatMap((face) => SIZES.map((size) => drawingOf(face, size, false, "money")));
    expect(asked.filter(({ symbol, box }) => drawn.get(symbol)?.box !== box)).toEqual([]);
  });

  test("eight have a red imprint, that of 1 Chen another one", () => {
    for (const size of ["ld", "lp", "lm"]) {
      expect(MONEY_FACES.filter((face) => body(`${size}-${face}`).includes("--imprint")).sort()).toEqual(["1C", "1S", "8S", "9C", "9G", "9K", "9S", "L"]);
    }
  });

  test("as many coins and strings as the number says, but for the great coin", () => {
    const count = (face: string, what: RegExp) => [...body(`ld-${face}`).matchAll(what)].length;
    for (let rank = 2; rank <= 9; rank++) expect(count(`${rank}C`, /#l-coin/g)).toBe(rank);
    for (let rank = 1; rank <= 9; rank++) expect(count(`${rank}K`, /stroke-linecap="round"/g)).toBe(rank);
    expect(count("1C", /#l-coin/g)).toBe(0);
  });

  test("no two look alike, and nothing is text", () => {
    for (const size of ["ld", "lp", "lm"]) expect(new Set(MONEY_FACES.map((face) => body(`${size}-${face}`))).size).toBe(38);
    expect(moneySymbols.filter((drawing) => drawing.body.includes("<text"))).toEqual([]);
  });

  test("whatever they use is there", () => {
    const used = new Set(moneySymbols.flatMap((drawing) => [...drawing.body.matchAll(/href="#(?!g-)([^"]+)"/g)].map(([, id]) => id!)));
    expect([...used, AGED].filter((id) => !drawn.has(id))).toEqual([]);
  });
});

describe("in words", () => {
  test.each([
    ["9S", "9 Sip", "九拾"],
    ["8K-9K-7K", "9-8-7 Sok", "九八七索"],
    ["8S-8G-8K", "8 Sip-Gon-Sok", "八拾贯索"],
    ["down 4S-2K-L", "4 Sip, 2 Sok, Li Chen", "四拾、二索、丽线"],
    [["1S"], "Bak Chi (1 Sip)", "百子（一拾）"],
  ])("%j", (notation, english, chinese) => {
    expect(writtenPlay(notation)).toBe(english);
    settings.language = "zh-Hans";
    expect(writtenPlay(notation)).toBe(chinese);
  });

  test("a nine of spades is 9 Sip while a game of money cards is shown, and a spade else", () => {
    expect([shownPack(), faceName("9S"), facesText(["9S", "2C"])]).toEqual(["money", "9 Sip", "9 Sip, 2 Chen"]);
    layPack(null);
    expect([shownPack(), faceName("9S"), facesText(["9S", "2C"])]).toEqual(["french", "9 of spades", "9♠, 2♣"]);
  });
});
