/** Where the client is reached is known in one place: a path that is written elsewhere goes through it, or would lead out of a folder. */
import { expect, test } from "vitest";

import { pathOf, pathTo } from "../src/addresses";

const SOURCES = import.meta.glob<string>(["../src/**/*.{ts,svelte,css}", "!../src/addresses.ts", "!../src/router.svelte.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const LEADS_OUT = [
  /\b(?:href|src|action)=(?:"|\{["'`])\/.*/g, // an attribute
  /\.(?:href|src) = (?!pathTo\().*/g,
  /\b(?:fetch|WebSocket|register|EventSource|open|assign)\((?=["'`]\/).*/g,
  /\b(?:fetch|WebSocket|register)\((?!pathTo\(|socketTo\().*/g,
  /\b(?:push|replace)State\([^)]*["'`]\/.*/g,
  /\blocation\.(?:origin|host|pathname)\b.*/g,
  /\burl\(["']?\/.*/g,
];

test("every path of a page, of the API and of a socket goes through addresses.ts", () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  const found = Object.entries(SOURCES).flatMap(([file, text]) => LEADS_OUT.flatMap((way) => [...text.matchAll(way)].map(([line]) => `${file}: ${line}`)));
  expect(found).toEqual([]);
});

test("at the root of a host a path is what it says", () => {
  expect([pathTo("/"), pathTo("/t/tea-482#hand")]).toEqual(["/", "/t/tea-482#hand"]);
  expect(pathOf("/t/tea-482")).toBe("/t/tea-482");
});
