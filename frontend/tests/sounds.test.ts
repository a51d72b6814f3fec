import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { settings } from "../src/settings.svelte";

/** An AudioContext that writes down what is started. */
class Heard {
  static started: number[] = [];
  static made = 0;
  state = "running";
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  constructor() {
    Heard.made++;
  }
  createGain() {
    return { gain: { value: 1 }, connect: (next: object) => next };
  }
  createBiquadFilter() {
    return { type: "", frequency: { value: 0 }, Q: { value: 0 }, connect: (next: object) => next };
  }
  createBuffer(_: number, length: number) {
    return { getChannelData: () => new Float32Array(length) };
  }
  createBufferSource() {
    return { buffer: null, connect: (next: object) => next, start: () => Heard.started.push(1) };
  }
}

const active = { hasBeenActive: true };

beforeEach(() => {
  Heard.started = [];
  Heard.made = 0;
  active.hasBeenActive = true;
  vi.stubGlobal("AudioContext", Heard);
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("navigator", { languages: ["en"], userActivation: active });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

async function heard(volume: typeof settings.volume, times = 1): Promise<number> {
  const { settings } = await import("../src/settings.svelte");
  const { sound } = await import("../src/table/sounds");
  settings.volume = volume;
  for (let i = 0; i < times; i++) sound("lay");
  return Heard.started.length;
}

test("a play is heard by whoever has said nothing about sounds", async () => {
  const fresh = (await import("../src/settings.svelte")).settings.volume;
  expect(fresh).toBe("middle");
  expect(await heard(fresh)).toBe(1);
});

test("before the first click nothing is heard, and nothing is kept for later", async () => {
  active.hasBeenActive = false;
  expect(await heard("loud", 3)).toBe(0);
  expect(Heard.made).toBe(0);
  active.hasBeenActive = true;
  expect(await heard("loud")).toBe(1);
});

test("who wants no sound hears none, and no context is made", async () => {
  expect(await heard("off", 2)).toBe(0);
  expect(Heard.made).toBe(0);
});

test("one context serves all sounds", async () => {
  expect(await heard("soft", 4)).toBe(4);
  expect(Heard.made).toBe(1);
});
