import { expect, test } from "vitest";

import { changesOf, chapterOf, isChapter, isNumbered } from "../src/parts/book/sections";
import type { GameView } from "../src/protocol";

test.each([
  ["7", true, true, "7"],
  ["7.9", true, false, "7"],
  ["words", false, true, "words"],
  ["", false, true, ""],
])("section %j", (number, numbered, chapter, of) => expect([isNumbered(number), isChapter(number), chapterOf(number)]).toEqual([numbered, chapter, of]));

test("what a table plays otherwise than the book; a book beside no table has no changes", () => {
  const game = { options: [{ name: "cap", default: "24" }, { name: "announce", default: "2" }] } as unknown as GameView;
  expect(changesOf(game, { cap: "24", announce: "3" }).map(({ name }) => name)).toEqual(["announce"]);
  expect(changesOf(game, undefined)).toEqual([]);
});
