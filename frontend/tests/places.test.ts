import { describe, expect, test, vi } from "vitest";

import { Handling } from "../src/table/handling.svelte";
import { deedOf, keyOf } from "../src/table/keys";
import { placeOf, roundFrom, spotOf } from "../src/table/places";

test("seats are read in turn order from one's own chair", () => {
  expect(roundFrom(2, 5)).toEqual([2, 3, 4, 0, 1]);
  expect(roundFrom(null, 3)).toEqual([0, 1, 2]);
});

describe("the next to play sits to the right, and on round", () => {
  test.each([
    [2, ["across"]],
    [3, ["right", "left"]],
    [4, ["right", "across", "left"]],
    [5, ["right", "right_2", "left_2", "left"]],
    [6, ["right", "right_2", "across", "left_2", "left"]],
  ])("with %i seats", (seats, places) => {
    expect(places.map((_, i) => placeOf(i + 1, seats, false))).toEqual(places);
    expect(placeOf(0, seats, false)).toBe("you");
  });

  test("clockwise games mirror it", () => {
    expect([1, 2, 3].map((steps) => placeOf(steps, 4, true))).toEqual(["left", "across", "right"]);
    expect([0, 1, 2, 3].map((steps) => spotOf(steps, 4, true))).toEqual([0, 3, 2, 1]);
    expect([0, 1, 2].map((steps) => spotOf(steps, 3, false))).toEqual([0, 1, 2]);
  });
});

describe("keys", () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
    ({ key, code: "", ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...more }) as KeyboardEvent;

  test.each([
    ["3", { rank: "3" }],
    ["0", { rank: "10" }],
    ["q", { rank: "Q" }],
    ["B", { rank: "B" }],
    ["h", "hint"],
    ["?", "keys"],
    ["Enter", "play"],
    ["x", undefined],
    ["1", undefined],
  ])("%s", (key, deed) => {
    expect(deedOf(press(key), true, "cards")).toEqual(deed);
  });

  test.each([
    ["g", false, { rank: "G" }],
    ["p", false, { rank: "P" }],
    ["h", false, "hint"],
    ["H", true, { rank: "H" }],
    ["s", false, "sort"],
    ["7", false, undefined],
  ])("of a hand of pieces: %s, shift %s", (key, shiftKey, deed) => {
    expect(deedOf(press(key, { shiftKey }), true, "pieces")).toEqual(deed);
  });

  test("figures lead to stacks while they stand", () => {
    expect(deedOf(press("1"), true, "stacks")).toEqual({ stack: "1" });
    expect(deedOf(press("Enter"), true, "stacks")).toBe("play");
  });

  test("single keys can be switched off; Enter and Escape stay", () => {
    expect(deedOf(press("h"), false, "cards")).toBeUndefined();
    expect(deedOf(press("7"), false, "cards")).toBeUndefined();
    expect(deedOf(press("Enter"), false, "cards")).toBe("play");
    expect(deedOf(press("Escape"), false, "cards")).toBe("clear");
  });

  test("Alt and a digit reads a seat, also where Alt types something else", () => {
    expect(deedOf(press("¡", { altKey: true, code: "Digit1" }), true, "cards")).toEqual({ seat: 1 });
  });

  test("the browser's own keys are left to it", () => {
    expect(deedOf(press("s", { ctrlKey: true }), true, "cards")).toBeUndefined();
    expect(deedOf(press("p", { metaKey: true }), true, "cards")).toBeUndefined();
  });

  test.each([
    ["ы", "KeyS", "sort"], // Russian
    ["Ы", "KeyS", "sort"],
    ["σ", "KeyS", "sort"], // Greek
    ["ד", "KeyS", "sort"], // Hebrew
    ["ห", "KeyS", "sort"], // Thai
    ["ั", "KeyY", undefined],
    ["ㄴ", "KeyS", "sort"], // Korean
    ["ｓ", "KeyS", "sort"], // wide letters of an input method
    ["？", "Slash", "keys"],
    ["Process", "KeyS", "sort"], // an input method is on, and composes nothing
    ["Process", "Digit3", { rank: "3" }],
    ["Process", "ShiftLeft", undefined],
    ["é", "Digit2", { rank: "2" }], // French
    ["(", "Digit5", { rank: "5" }],
    ["ě", "Digit2", { rank: "2" }], // Czech
    ["٣", "Digit3", { rank: "3" }], // Arabic
    ["٣", "Numpad3", { rank: "3" }],
    ["ArrowLeft", "Numpad4", undefined],
  ])("of another keyboard: %s at the place of %s", (key, code, deed) => {
    expect(deedOf(press(key, { code }), true, "cards")).toEqual(deed);
  });

  test("a Latin letter or a sign is what it says, wherever it lies", () => {
    expect(deedOf(press("s", { code: "Semicolon" }), true, "cards")).toBe("sort"); // Dvorak
    expect(deedOf(press("o", { code: "KeyS" }), true, "cards")).toBeUndefined();
    expect(deedOf(press("'", { code: "KeyQ" }), true, "cards")).toBeUndefined();
    expect(deedOf(press("é", { code: "KeyW" }), true, "cards")).toBeUndefined(); // Bépo
    expect(deedOf(press("?", { code: "Digit7", shiftKey: true }), true, "cards")).toBe("keys"); // Russian
    expect(deedOf(press("£", { code: "Digit3", shiftKey: true }), true, "cards")).toBeUndefined();
  });

  test("what is being composed is not for the table", () => {
    expect(keyOf(press("Process", { code: "KeyS", isComposing: true }))).toBe("");
    expect(deedOf(press("s", { code: "KeyS", isComposing: true }), true, "cards")).toBeUndefined();
  });

  test("a card under the focus takes no key with Ctrl, Alt or Meta", () => {
    vi.stubGlobal("CSS", { escape: (text: string) => text });
    const tapped: string[] = [];
    const hand = new Handling({ items: () => ["a", "b"], idle: () => false, chosen: () => false, choose: () => {}, tap: (item) => tapped.push(item) });
    hand.list = { querySelector: () => null } as unknown as HTMLElement;
    const taken = (key: string, more: Partial<KeyboardEvent> = {}) => hand.key(press(key, { preventDefault: () => {}, ...more }));
    expect([taken("ArrowLeft", { altKey: true }), taken("ArrowLeft", { metaKey: true }), taken("Home", { ctrlKey: true }), taken(" ", { altKey: true })]).not.toContain(true);
    expect(tapped).toEqual([]);
    expect([taken("Home"), taken(" ")]).toEqual([true, true]);
    expect(tapped).toEqual(["a"]);
  });
});
