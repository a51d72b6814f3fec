import { describe, expect, test } from "vitest";

import { preferencesIn, settings } from "../src/settings.svelte";

const HOUSE = { seats: 4, variant: "standard", changes: { twos: "high" }, clock: "relaxed", bots: "rule", deals: 6 };

describe("what was kept of the preferences", () => {
  test("comes back whole", () => {
    const kept = { ...settings, language: "zh-Hant", house: { gan_deng_yan: HOUSE }, within: { giog: "tamcuc" }, learned: { giog: true } };
    expect(preferencesIn(JSON.stringify(kept))).toEqual(kept);
  });

  test.each([
    ["nothing", null, {}],
    ["a number", "5", {}],
    ["a list", '["en"]', {}],
    ["null", "null", {}],
    ["another language", '{"language":"xx","volume":"soft"}', { volume: "soft" }],
    ["no houses", '{"house":null,"name":"Ann"}', { name: "Ann" }],
    ["things of other kinds", '{"name":5,"game":7,"within":3,"learned":null,"keys":"yes","volume":"x"}', {}],
    ["a name that objects have by themselves", '{"house":{"constructor":5},"toString":1}', { house: {} }],
    ["half a house", JSON.stringify({ house: { a: { variant: "standard" }, b: HOUSE, c: 5, d: { ...HOUSE, seats: -1 } } }), { house: { b: HOUSE } }],
    ["a change that is none", JSON.stringify({ house: { a: { ...HOUSE, changes: { twos: 1, threes: "low" } } } }), { house: { a: { ...HOUSE, changes: { threes: "low" } } } }],
  ])("without what does not fit: %s", (_, text, read) => expect(preferencesIn(text)).toEqual(read));
});
