import { describe, expect, test } from "vitest";

import { find, spellings } from "../src/parts/book/finding";

const PAGES = [
  { number: "", title: "Gou Ji", text: "In one minute: break into the duel with Shao Pai." },
  { number: "7.2", title: "Beating and passing", text: "You play a set that beats the one on the table (§9.1), or you pass." },
  { number: "9", title: "Shao Pai", text: "You break into a duel. " + "And so on. ".repeat(20) + "The end of it." },
  { number: "9.1", title: "Who is asked, and when", text: "烧牌 is what players write." },
];
const numbers = (asked: string, same: string[][] = []) => find(PAGES, asked, same).map(({ number }) => number);

describe("finding in a rule book", () => {
  test("a text is found wherever it is, in any case, in titles too, in the book's order", () => {
    expect(numbers("duel")).toEqual(["", "9"]);
    expect(numbers("DUEL ")).toEqual(["", "9"]);
    expect(numbers("passing")).toEqual(["7.2"]);
    expect(numbers("shao pai")).toEqual(["", "9"]);
  });
  test("several words need not stand together", () => {
    expect(numbers("table set")).toEqual(["7.2"]);
    expect(numbers("table duel")).toEqual([]);
  });
  test("a section is found by its number, and stands first and once", () => {
    expect(numbers("§9.1")).toEqual(["9.1", "7.2"]);
    expect(numbers("9.1")).toEqual(["9.1", "7.2"]);
    expect(numbers("9")[0]).toBe("9");
  });
  test("either of two words finds the other", () => {
    expect(numbers("捎")).toEqual([]);
    expect(numbers("捎牌", [["烧", "捎"]])).toEqual(["9.1"]);
    expect(spellings("虚捎", [["烧", "捎"]])).toEqual(["虚捎", "虚烧"]);
  });
  test("nothing asked, nothing found", () => {
    expect(numbers("")).toEqual([]);
    expect(numbers("  ")).toEqual([]);
  });
  test("what is shown is what the book says, with what stands around it", () => {
    const [, ninth] = find(PAGES, "DUEL");
    expect(ninth).toMatchObject({ before: "You break into a ", match: "duel", title: "Shao Pai" });
    const [late] = find(PAGES, "the end");
    expect(late!.before).toMatch(/^…/);
    expect(late!.match).toBe("The end");
    expect(late!.before).toBe("…And so on. And so on. ");
    const [first] = find(PAGES, "the duel");
    expect(first!.after).toBe(" with Shao Pai.");
  });
});
