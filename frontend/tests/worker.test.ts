/** The service worker, run with a cache and a network of our own. */
import { describe, expect, it } from "vitest";

import SOURCE from "../worker.js?raw";

const HOME = "https://cards.example";

type Handler = (event: Record<string, unknown>) => void;

/** A browser that has kept some shells, and whose network answers with `answers(path)`; the worker is in `folder`. */
function browser(shelves: Record<string, string[]>, answers: (path: string) => Response | Error, open: string[] = [], folder = "/") {
  const kept = new Map(Object.entries(shelves).map(([name, paths]) => [name, new Map(paths.map((path) => [path, new Response(`kept ${path}`)]))]));
  const handlers: Record<string, Handler> = {};
  const asked: string[] = [];
  const pathOf = (request: Request | string) => new URL(typeof request === "string" ? request : request.url, HOME).pathname;
  const get = async (request: Request | string) => {
    asked.push(pathOf(request));
    const answer = answers(pathOf(request));
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const caches = {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (request: Request | string) => {
      for (const shelf of kept.values()) if (shelf.has(pathOf(request))) return shelf.get(pathOf(request))!.clone();
      return undefined;
    },
    open: async (name: string) => {
      const shelf = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, shelf);
      return {
        put: async (request: Request, answer: Response) => void shelf.set(pathOf(request), answer),
        addAll: async (requests: Request[]) => void (await Promise.all(requests.map(async (one) => shelf.set(pathOf(one), await get(one))))),
      };
    },
  };
  const shown: [string, Record<string, unknown>][] = [];
  const opened: string[] = [];
  const pages = open.map((path) => ({ url: new URL(path, HOME).href, focus: async () => void opened.push(`focus ${path}`) }));
  const registration = { showNotification: async (title: string, words: Record<string, unknown>) => void shown.push([title, words]) };
  const clients = { claim: async () => {}, matchAll: async () => pages, openWindow: async (path: string) => void opened.push(path) };
  const self = { registration, addEventListener: (name: string, handler: Handler) => (handlers[name] = handler), skipWaiting: () => {}, clients };
  const ask = class extends Request {
    constructor(path: string, more?: RequestInit) {
      super(new URL(path, HOME), more);
    }
  };
  new Function("self", "caches", "fetch", "location", "Request", SOURCE.replace("%BUILD%", "new"))(self, caches, get, new URL(`${folder}worker.js`, HOME), ask);

  async function happen(name: string, more: Record<string, unknown> = {}): Promise<void> {
    let done: Promise<unknown> = Promise.resolve();
    handlers[name]!({ ...more, waitUntil: (promise: Promise<unknown>) => (done = promise) });
    await done;
  }
  /** What the worker answers, or null where it leaves the request to the browser. */
  async function request(path: string, mode = "no-cors", method = "GET"): Promise<string | null> {
    let answer: Promise<Response> | null = null;
    const url = new URL(path, HOME).href;
    const asking = { url, mode, method };
    handlers.fetch!({ request: asking, respondWith: (promise: Promise<Response>) => (answer = promise) });
    return answer && (await answer as Response).text();
  }
  return { happen, request, kept, asked, shown, opened };
}

const fresh = (path: string) => new Response(`new ${path}`);
const away = () => new Error("no network");

describe("the service worker", () => {
  it.each(["/api/me", "/api/records/abc.qp", "/ws/lobby"])("leaves %s alone, however it is asked", async (path) => {
    const { request } = browser({ "shell-new": [path] }, away);
    expect(await request(path)).toBeNull();
    expect(await request(path, "navigate")).toBeNull();
  });

  it("leaves changes and other sites alone", async () => {
    const { request } = browser({}, away);
    expect(await request("/t/tea-482", "navigate", "POST")).toBeNull();
    expect(await request("https://elsewhere.example/assets/a.js")).toBeNull();
  });

  it("takes pages from the server, whatever it has kept", async () => {
    const { request, kept } = browser({ "shell-new": ["/", "/t/tea-482"] }, fresh);
    expect(await request("/t/tea-482", "navigate")).toBe("new /t/tea-482");
    expect([...kept.get("shell-new")!.keys()]).toEqual(["/", "/t/tea-482"]);
  });

  it.each([
    ["no network", away],
    ["a proxy alone", () => new Response("", { status: 502 })],
    ["a proxy that waited in vain", () => new Response("", { status: 504 })],
  ])("says that nothing can be reached: %s", async (_, answers) => {
    const { request } = browser({ "shell-new": ["/offline.html"] }, answers);
    expect(await request("/t/tea-482", "navigate")).toBe("kept /offline.html");
  });

  it.each([404, 429, 503])("shows the server's own page with status %i", async (status) => {
    const { request } = browser({ "shell-new": ["/offline.html"] }, () => new Response("its own", { status }));
    expect(await request("/t/tea-482", "navigate")).toBe("its own");
  });

  it("asks once for a file whose name has its digest, and keeps no failure", async () => {
    let status = 500;
    const { request, asked } = browser({}, () => new Response("part", { status }));
    await request("/assets/Table-1.js");
    status = 200;
    expect(await request("/assets/Table-1.js")).toBe("part");
    await new Promise((after) => setTimeout(after));
    expect(await request("/assets/Table-1.js")).toBe("part");
    expect(asked).toEqual(["/assets/Table-1.js", "/assets/Table-1.js"]);
  });

  it("keeps the build before it for pages that are open, and nothing older", async () => {
    const { happen, request, kept } = browser({ "shell-1": ["/assets/a-1.js"], "shell-2": ["/assets/a-2.js"], other: [] }, fresh);
    await happen("install");
    await happen("activate");
    expect([...kept.keys()]).toEqual(["shell-2", "other", "shell-new"]);
    expect(await request("/assets/a-2.js")).toBe("kept /assets/a-2.js");
    expect([...kept.get("shell-new")!.keys()]).toEqual(["/offline.html", "/offline.css", "/offline.js", "/seal.svg"]);
  });

  it.each([
    [["/t/tea-482"], ["focus /t/tea-482"]],
    [["/", "/t/other-1"], ["/t/tea-482"]],
  ])("shows what it is told, and leads to the table where the pages %j are open", async (open, opened) => {
    const told = { title: "Gan Deng Yan", body: "Table tea-482: your turn", path: "/t/tea-482" };
    const { happen, shown, opened: went } = browser({}, away, open);
    await happen("push", { data: { json: () => told } });
    expect(shown.map(([title, { body, tag }]) => [title, body, tag])).toEqual([[told.title, told.body, told.path]]);
    await happen("notificationclick", { notification: { close: () => {}, data: shown[0]![1].data } });
    expect(went).toEqual(opened);
  });

  it("in a folder of another site leaves all else there alone", async () => {
    const shelves = { "shell-1": [], "cards/shell-1": [], "cards/shell-2": [] };
    const { happen, request, kept, shown, opened } = browser(shelves, fresh, ["/t/tea-482"], "/cards/");
    await happen("install");
    await happen("activate");
    expect([...kept.keys()]).toEqual(["shell-1", "cards/shell-2", "cards/shell-new"]);
    expect([...kept.get("cards/shell-new")!.keys()]).toEqual(["/cards/offline.html", "/cards/offline.css", "/cards/offline.js", "/cards/seal.svg"]);
    expect(await request("/cards/t/tea-482", "navigate")).toBe("new /cards/t/tea-482");
    for (const path of ["/", "/blog", "/assets/a.js", "/cards/api/me"]) expect(await request(path, "navigate")).toBeNull();
    await happen("push", { data: { json: () => ({ title: "Gan Deng Yan", body: "your turn", path: "/t/tea-482" }) } });
    expect(shown[0]![1]).toMatchObject({ icon: "/cards/icon-192.png", badge: "/cards/badge-96.png" });
    await happen("notificationclick", { notification: { close: () => {}, data: shown[0]![1].data } });
    expect(opened).toEqual(["/cards/t/tea-482"]);
  });
});
