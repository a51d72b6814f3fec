import { afterEach, expect, test } from "vitest";

import { animals, portraitSymbols, things } from "../src/cards/portraits";
import { settings } from "../src/settings.svelte";
import { portraitsOf, sittingBy } from "../src/table/portraits";
import { botName } from "../src/words";

afterEach(() => void (settings.language = "en"));

const person = (name: string) => ({ name, player: "person" });
const bot = (name: string) => ({ name, player: "bot" });
const empty = { name: "", player: "empty" };

test("people are animals on a ground, bots are things without one, and an empty chair is nobody", () => {
  const [ann, abacus, none] = portraitsOf([person("Ann"), bot("Abacus"), empty]);
  expect(animals.map((name) => `f-${name}`)).toContain(ann!.symbol);
  expect(ann!.ground).not.toBeNull();
  expect(abacus).toEqual({ symbol: "f-Abacus", ground: null });
  expect(none).toBeNull();
});

test("every face that can be given is drawn", () => {
  const drawn = portraitSymbols.map(({ id }) => id);
  expect(new Set(drawn).size).toBe(24);
  for (const name of [...animals, ...things]) expect(drawn).toContain(`f-${name}`);
});

test("a bot is the thing that it is called, in every language", () => {
  for (const language of ["en", "zh-Hans", "zh-Hant"] as const) {
    settings.language = language;
    expect(portraitsOf(things.map((name) => bot(botName(name)))).map((one) => one!.symbol)).toEqual(things.map((name) => `f-${name}`));
  }
});

test.each([
  ["six of one name", Array.from({ length: 6 }, () => "Guest")],
  ["six names", ["Ann", "林婉清", "阿寶", "Bo", "Cy", "Di"]],
])("no two at a table look alike: %s", (_, names) => {
  for (const sit of [person, bot]) {
    const faces = portraitsOf(names.map(sit)).map((one) => one!);
    expect(new Set(faces.map(({ symbol }) => symbol)).size).toBe(6);
  }
  expect(new Set(portraitsOf(names.map(person)).map((one) => one!.ground)).size).toBe(6);
});

test("a face stays with its name, whoever sits elsewhere", () => {
  const alone = portraitsOf([empty, empty, person("Ann")])[2];
  expect(portraitsOf([bot("Drum"), empty, person("Ann")])[2]).toEqual(alone);
  expect(portraitsOf([person("Ann"), bot("Drum"), empty])[0]).toEqual(alone);
});

test("of a record only the names are told", () => {
  expect(sittingBy(["Ann", "Drum"]).map(({ player }) => player)).toEqual(["person", "bot"]);
});
