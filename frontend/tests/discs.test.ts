import { beforeEach, describe, expect, test } from "vitest";

import { discSymbols } from "../src/cards/discs";
import { drawingOf, isDisc, PIECES, type Size } from "../src/cards/faces";
import { settings, showsLetters } from "../src/settings.svelte";
import { faceName, facesText, faceText, markedPlay, writtenPlay } from "../src/words/cards";

beforeEach(() => {
  settings.language = "en";
  settings.letters = "auto";
});

const drawn = new Map(discSymbols.map(({ id, box, body }) => [id, { box, body }]));
const faces = [...Object.keys(PIECES), "disc-back"];
const body = (id: string) => drawn.get(id)!.body;

describe("drawings", () => {
  test("every disc in every size has one, with letters and without", () => {
    const asked = faces.flatMap((face) =>
      (["desk", "phone", "mini"] as Size[]).flatMap((size) => [true, false].map((letters) => drawingOf(face, size, letters))),
    );
    expect(asked.filter(({ symbol, box }) => drawn.get(symbol)?.box !== box)).toEqual([]);
  });

  test("characters are outlines, each its own, and no text", () => {
    const outlines = Object.keys(PIECES).map((piece) => /d="(M[^"]{100,})"/.exec(body(`c-${piece}`))![1]);
    expect(new Set(outlines).size).toBe(14);
    expect(discSymbols.filter((drawing) => drawing.body.includes("<text"))).toEqual([]);
  });

  test("outlines stay within the box of their character", () => {
    const numbers = Object.keys(PIECES).flatMap((piece) => [.../d="([^"]+)"/.exec(body(`c-${piece}`))![1]!.matchAll(/-?[\d.]+/g)].map(Number));
    expect([Math.min(...numbers) >= 0, Math.max(...numbers) <= 100]).toEqual([true, true]);
  });

  test("red and black differ in form too: two whole rings, a ring of beads", () => {
    expect(body("x-rG").match(/<circle[^>]*fill="none"/g)).toHaveLength(2);
    expect(body("x-bG").match(/r="1.7"/g)).toHaveLength(28);
    expect(body("xm-rG")).not.toContain("dasharray");
    expect(body("xm-bG")).toContain("dasharray");
  });

  test("discs are as wide as high, cards are not discs", () => {
    expect(drawingOf("rG", "desk", true)).toEqual({ symbol: "xl-rG", box: "0 0 64 64" });
    expect(drawingOf("disc-back", "mini", true)).toEqual({ symbol: "xm-back", box: "0 0 24 24" });
    expect(drawingOf("10H", "phone", true)).toEqual({ symbol: "p-10H", box: "0 0 44 60" });
    expect(["R", "B", "back", "KH", "2C"].filter(isDisc)).toEqual([]);
  });
});

describe("letters on discs", () => {
  test("come with every language but Chinese, unless somebody chose", () => {
    expect(showsLetters()).toBe(true);
    settings.language = "zh-Hant";
    expect(showsLetters()).toBe(false);
    settings.letters = "on";
    expect(showsLetters()).toBe(true);
    settings.language = "en";
    settings.letters = "off";
    expect(showsLetters()).toBe(false);
  });
});

describe("pieces in words", () => {
  test.each([
    ["rR-rH-rC", "俥\u2060R\u00a0傌\u2060H\u00a0炮\u2060C", "俥傌炮"],
    ["bP", "卒\u2060P", "卒"],
    ["under rH-bC", "傌\u2060H\u00a0砲\u2060C", "傌砲"],
    [["bE", "bE"], "象\u2060E\u00a0象\u2060E", "象象"],
  ])("%j", (notation, lettered, plain) => {
    expect(writtenPlay(notation)).toBe(lettered);
    settings.letters = "off";
    expect(writtenPlay(notation)).toBe(plain);
    settings.letters = "auto";
    settings.language = "zh-Hans";
    expect(writtenPlay(notation)).toBe(plain);
  });

  test("black and red discs are no jokers", () => {
    expect(markedPlay("rR-bR").map(([, joker]) => joker)).toEqual([false, false]);
  });

  test("the ear is told the colour", () => {
    expect([faceName("rR"), faceName("bP"), faceName("disc-back")]).toEqual(["red chariot 俥", "black pawn 卒", "disc, face down"]);
    settings.language = "zh-Hans";
    expect([faceName("rR"), faceName("bC")]).toEqual(["红车", "黑炮"]);
    settings.language = "zh-Hant";
    expect([faceName("rR"), faceName("bC")]).toEqual(["紅俥", "黑砲"]);
  });

  test("lists of faces are discs side by side, or cards with commas", () => {
    settings.letters = "off";
    expect([facesText(["rG", "bP"]), facesText(["10H", "JS"]), faceText("rG")]).toEqual(["帥卒", "10♥, J♠", "帥"]);
  });
});
