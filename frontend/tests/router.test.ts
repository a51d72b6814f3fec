import { expect, test, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/", hash: "" });
const { comesToSit, go, partsOf } = await import("../src/router.svelte");

test.each([
  ["/t/tea-482", ["t", "tea-482"]],
  ["/r/%E6%A3%8B", ["r", "棋"]],
  ["/", []],
])("the parts of %s", (path, parts) => expect(partsOf(path)).toEqual(parts));

test.each(["/%ff", "/t/%", "/r/%zz", "/rules/%ff"])("%s is malformed and names no page", (path) => expect(partsOf(path)).toEqual([path]));

test("that one comes to sit down is told once", () => {
  let state: unknown = null;
  vi.stubGlobal("history", {
    get state() { return state; },
    pushState: (next: unknown) => (state = next),
    replaceState: (next: unknown) => (state = next),
  });
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("document", { getElementById: () => ({ focus: () => {} }) });
  go("/t/tea-482");
  expect(comesToSit()).toBe(false);
  go("/t/tea-482", { sit: true });
  expect([comesToSit(), comesToSit()]).toEqual([true, false]);
});
