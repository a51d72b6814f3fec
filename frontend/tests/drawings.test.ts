import { expect, test } from "vitest";

import { drawings } from "../src/cards/drawings";

const all = (form: RegExp) => [...drawings.matchAll(form)].map(([, id]) => id!);
const ids = all(/<symbol id="([^"]+)"/g);

test("every drawing has a name of its own, and what it uses is in the same file", () => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(all(/href="([^"]+)"/g).filter((used) => !ids.includes(used.replace(/^#/, "")))).toEqual([]);
});

test("no rule of a page reaches into the file, so nothing in it waits for one", () => {
  expect(all(/\s(class|style)=/g)).toEqual([]);
});
