import { beforeEach, describe, expect, test } from "vitest";

import type { FromServer } from "../src/protocol";
import { knock, newId, TableSocket, waitBefore, type Link } from "../src/socket";
import { recorded } from "./recorded";
import { Stage } from "./stage";

const table = recorded("gan_deng_yan").moment("leading");
const snap = (seq: number): FromServer => ({ k: "snap", seq, table, clocks: [] });
const ev = (seq: number): FromServer => ({ k: "ev", seq, facts: [], table, clocks: [] });

let stage: Stage;
let heard: FromServer[];
let links: Link[];
let socket: TableSocket;

beforeEach(() => {
  stage = new Stage();
  heard = [];
  links = [];
  socket = new TableSocket("/ws/table/tea-482", { message: (message) => heard.push(message), link: (link) => links.push(link) }, stage);
  stage.last.open();
});

function connected(seq = 7): void {
  stage.last.say(snap(seq));
}

test("says hello first, and asks for the time", () => {
  expect(stage.last.address).toBe("/ws/table/tea-482");
  expect(stage.last.sent.map(({ k }) => k)).toEqual(["hello", "ping"]);
  expect(stage.last.sent[0]).toMatchObject({ changes: true });
});

test("after a lost connection it asks for what came after the last change that it saw", () => {
  connected(7);
  stage.last.say(ev(8));
  stage.last.lose();
  expect(links).toEqual(["open", "lost"]);
  stage.pass(400);
  expect(stage.sockets).toHaveLength(2);
  expect(stage.last.address).toBe("/ws/table/tea-482?since=8");
});

describe("a server that sends its people to another", () => {
  test("is left almost at once, and nothing is said of a lost connection", () => {
    connected(7);
    stage.last.lose(1012);
    stage.pass(250);
    expect(stage.sockets).toHaveLength(2);
    expect(stage.last.address).toBe("/ws/table/tea-482?since=7");
    stage.last.open();
    connected(8);
    expect(links).toEqual(["open", "connecting", "open"]);
  });

  test("has no answer any more for what it was sent: the other one is sent the same", async () => {
    connected(7);
    const before = socket.command({ k: "ready" });
    stage.last.lose(1012);
    const between = socket.command({ k: "ready" });
    stage.pass(250);
    stage.last.open();
    connected(8);
    const sent = stage.last.sent.filter(({ k }) => k === "ready");
    expect(sent).toHaveLength(2);
    for (const { id } of sent) stage.last.say({ k: "ok", id: id!, seq: 8 });
    expect(await Promise.all([before, between])).toMatchObject(sent.map(({ id }) => ({ k: "ok", id })));
  });

  test("is waited for as any other where there is no other", () => {
    connected(7);
    stage.last.lose(1012);
    stage.pass(250);
    stage.last.lose(1012);
    expect(links.at(-1)).toBe("lost");
    stage.pass(190);
    expect(stage.sockets).toHaveLength(2);
    stage.pass(210);
    expect(stage.sockets).toHaveLength(3);
  });
});

test("it never gives up, and waits half a minute at most", () => {
  for (let i = 0; i < 40; i++) {
    const tries = stage.sockets.length;
    stage.last.lose();
    stage.pass(30_000);
    expect(stage.sockets.length).toBeGreaterThan(tries);
  }
});

describe("the wait before another try", () => {
  test.each([
    [0, 400],
    [3, 3_200],
    [20, 30_000],
  ])("after %i failures is at most %i ms and at least half of it", (failures, most) => {
    expect(waitBefore(failures, 1)).toBe(most);
    expect(waitBefore(failures, 0)).toBe(most / 2);
  });
});

test("a connection that works makes the next wait short again", () => {
  for (let i = 0; i < 6; i++) {
    stage.last.lose();
    stage.pass(30_000);
  }
  stage.last.open();
  connected();
  const before = stage.sockets.length;
  stage.last.lose();
  stage.pass(400);
  expect(stage.sockets).toHaveLength(before + 1);
});

test("a socket that does not open within five seconds is given up", () => {
  stage.last.lose();
  stage.pass(400);
  const silent = stage.last;
  stage.pass(5_000);
  expect(silent.closed).toBe(true);
  stage.pass(30_000);
  expect(stage.last).not.toBe(silent);
});

test("a change that was missed is asked for again, not skipped", () => {
  connected(7);
  stage.last.say(ev(9));
  expect(heard.filter(({ k }) => k === "ev")).toHaveLength(0);
  stage.pass(400);
  expect(stage.last.address).toContain("since=7");
});

test("a change that was seen already is not told twice", () => {
  connected(7);
  stage.last.say(ev(8));
  stage.last.say(ev(8));
  expect(heard.filter(({ k }) => k === "ev")).toHaveLength(1);
});

test("a command without an answer is sent again with the same id, and once it has one never more", async () => {
  connected();
  const answer = socket.command({ k: "ready" });
  const first = stage.last.sent.at(-1)!;
  stage.last.lose();
  stage.pass(400);
  stage.last.open();
  stage.last.say(ev(8));
  const again = stage.last.sent.filter(({ k }) => k === "ready");
  expect(again).toEqual([first]);
  stage.last.say({ k: "ok", id: first.id!, seq: 8 });
  expect(await answer).toEqual({ k: "ok", id: first.id, seq: 8 });
  stage.last.lose();
  stage.pass(400);
  stage.last.open();
  stage.last.say(ev(9));
  expect(stage.last.sent.filter(({ k }) => k === "ready")).toHaveLength(0);
});

test("what was sent and has no answer is looked up, and what was never sent is not", async () => {
  connected();
  expect(socket.unsure).toBe(false);
  const answer = socket.command({ k: "ready" });
  const first = stage.last.sent.at(-1)!;
  stage.last.lose(4100);
  expect([links.at(-1), socket.unsure]).toEqual(["lost", true]);
  stage.pass(400);
  stage.last.open();
  stage.last.say(snap(8));
  expect(stage.last.sent.at(-1)).toEqual(first);
  stage.last.say({ k: "ok", id: first.id!, seq: 8 });
  await answer;
  expect(socket.unsure).toBe(false);
  stage.last.lose();
  void socket.command({ k: "ready" });
  expect(socket.unsure).toBe(false);
});

test.each([4100, 4503])("where the store alone is away (%i), the waits stay short", (code) => {
  for (let i = 0; i < 12; i++) {
    const tries = stage.sockets.length;
    stage.last.lose(code);
    stage.pass(3_200);
    expect(stage.sockets).toHaveLength(tries + 1);
    stage.last.open();
  }
});

test("a command given while the connection is lost goes out when it is back", () => {
  connected();
  stage.last.lose();
  void socket.command({ k: "ready" });
  stage.pass(400);
  stage.last.open();
  expect(stage.last.sent.some(({ k }) => k === "ready")).toBe(false);
  stage.last.say(snap(9));
  expect(stage.last.sent.some(({ k }) => k === "ready")).toBe(true);
});

describe("when the device wakes up", () => {
  test("an open socket that does not answer within two seconds is replaced", () => {
    connected();
    stage.last.say({ k: "pong", n: 1, now: 0 });
    const asleep = stage.last;
    socket.wake();
    expect(asleep.sent.at(-1)!.k).toBe("ping");
    stage.pass(2_000);
    expect(asleep.closed).toBe(true);
    expect(links.at(-1)).toBe("lost");
  });

  test("one that answers is kept", () => {
    connected();
    socket.wake();
    stage.last.say({ k: "pong", n: 2, now: 0 });
    stage.pass(10_000);
    expect(stage.sockets).toHaveLength(1);
  });

  test("a lost one is tried at once", () => {
    for (let i = 0; i < 8; i++) {
      stage.last.lose();
      stage.pass(30_000);
    }
    stage.last.lose();
    const before = stage.sockets.length;
    socket.wake();
    expect(stage.sockets).toHaveLength(before + 1);
  });
});

describe("on a line that takes three seconds there and back", () => {
  const pong = (n: number): FromServer => ({ k: "pong", n, now: 0 });

  test("the table comes, and later questions wait for their answers", () => {
    stage.pass(3_000);
    stage.last.say(snap(7));
    stage.last.say(pong(1));
    expect(links).toEqual(["open"]);
    stage.pass(25_000);
    stage.pass(3_000);
    stage.last.say(pong(2));
    socket.wake();
    stage.pass(3_000);
    stage.last.say(pong(3));
    expect(links).toEqual(["open"]);
    expect(stage.sockets).toHaveLength(1);
  });

  test("a socket that takes six seconds to open has them from the fourth try on", () => {
    for (let i = 0; i < 3; i++) {
      stage.last.lose();
      stage.pass(400 * 2 ** i);
    }
    const fourth = stage.last;
    stage.pass(6_000);
    fourth.open();
    stage.pass(3_000);
    fourth.say(snap(7));
    expect(fourth.closed).toBe(false);
    expect(links.at(-1)).toBe("open");
  });

  test("a table that is still coming in shows that the line lives", () => {
    connected();
    stage.last.say(pong(1));
    socket.wake();
    stage.pass(1_500);
    stage.last.say(ev(8));
    stage.pass(1_500);
    stage.last.say(pong(2));
    expect(links).toEqual(["open"]);
  });

  test("once it is quick again, silence is noticed as soon as ever", () => {
    stage.pass(3_000);
    stage.last.say(pong(1));
    socket.wake();
    stage.pass(100);
    stage.last.say(pong(2));
    socket.wake();
    stage.pass(2_000);
    expect(stage.last.closed).toBe(true);
  });
});

test("a refused connection is not tried again, and its reason is told", () => {
  stage.last.say({ k: "no", id: "", code: "unknown_table", text: { en: "No table has this code." }, section: "" });
  stage.last.lose(4404);
  stage.pass(100_000);
  expect(stage.sockets).toHaveLength(1);
  expect(links).toEqual(["refused"]);
  expect(heard.at(-1)).toMatchObject({ code: "unknown_table" });
});

test.each([4429, 4500, 4503, 1013])("a connection that was ended with %i is tried again", (code) => {
  stage.last.lose(code);
  stage.pass(400);
  expect(stage.sockets).toHaveLength(2);
});

test("after closing nothing happens any more", () => {
  connected();
  socket.close();
  socket.wake();
  stage.pass(100_000);
  expect(stage.sockets).toHaveLength(1);
  expect(stage.last.closed).toBe(true);
});

test("ids are long and differ", () => {
  const ids = new Set(Array.from({ length: 500 }, newId));
  expect(ids.size).toBe(500);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
});

describe("a code is tried before its page is opened", () => {
  const no = { k: "no", id: "", code: "unknown_table", text: { en: "No table has this code." }, section: "" } as const;

  test.each([
    ["a table answers", () => stage.last.say(snap(3)), null],
    ["the server does not answer", () => stage.last.lose(), null],
    [
      "there is none",
      () => {
        stage.last.say(no);
        stage.last.lose(4404);
      },
      no,
    ],
  ])("%s", async (_, happens, answer) => {
    const answered = knock("/ws/table/galley-987", stage);
    stage.last.open();
    happens();
    expect(await answered).toEqual(answer);
    expect(stage.last.closed).toBe(true);
  });
});

describe("where the browser opens no socket", () => {
  class Blocked extends Stage {
    blocked = true;
    override open(address: string): WebSocket {
      if (this.blocked) throw new DOMException("denied", "SecurityError");
      return super.open(address);
    }
  }

  test("the connection says so, and is tried again", () => {
    const stage = new Blocked();
    const links: Link[] = [];
    new TableSocket("/ws/lobby", { message: () => {}, link: (link) => links.push(link) }, stage);
    expect(links).toEqual([]);
    stage.pass(0);
    expect(links).toEqual(["blocked"]);
    stage.blocked = false;
    stage.pass(1_000);
    stage.last.open();
    stage.last.say({ k: "lobby", tables: [], full: 0 });
    expect(links).toEqual(["blocked", "open"]);
  });

  test("a network that swallows every socket is told from a server that is away", async () => {
    for (const answering of [true, false]) {
      const stage = new Stage();
      stage.answering = answering;
      const links: Link[] = [];
      new TableSocket("/ws/lobby", { message: () => {}, link: (link) => links.push(link) }, stage);
      stage.pass(12_000);
      await Promise.resolve();
      expect(links).toEqual(["lost"]);
      stage.pass(12_000); // the third in a row
      await new Promise((resolve) => setTimeout(resolve));
      expect(links).toEqual(answering ? ["lost", "blocked"] : ["lost"]);
      stage.pass(60_000);
      expect(links).toHaveLength(answering ? 2 : 1);
      while (stage.last.closed) stage.pass(1_000);
      stage.last.open();
      stage.last.say({ k: "lobby", tables: [], full: 0 });
      expect(links.at(-1)).toBe("open");
      stage.last.onclose!({ code: 1006 });
      expect(links.at(-1)).toBe("lost"); // whoever had one once has lost it
    }
  });

  test("a socket that the server itself closes again and again was let through", async () => {
    const links: Link[] = [];
    const stage = new Stage();
    stage.answering = true;
    new TableSocket("/ws/lobby", { message: () => {}, link: (link) => links.push(link) }, stage);
    for (let i = 0; i < 4; i++) {
      stage.last.open();
      stage.last.lose(4429); // too many at once
      stage.pass(3_200);
    }
    await new Promise((resolve) => setTimeout(resolve));
    expect(links).toEqual(["lost"]);
  });

  test("a server that goes away meanwhile is away", async () => {
    const links: Link[] = [];
    const stage = new Stage();
    stage.answering = true;
    new TableSocket("/ws/lobby", { message: () => {}, link: (link) => links.push(link) }, stage);
    stage.pass(24_000);
    await new Promise((resolve) => setTimeout(resolve));
    expect(links).toEqual(["lost", "blocked"]);
    stage.answering = false;
    stage.pass(120_000);
    await new Promise((resolve) => setTimeout(resolve));
    expect(links).toEqual(["lost", "blocked", "lost"]);
  });

  test("a knock has no answer, and the table's page says why", async () => {
    const stage = new Blocked();
    const answer = knock("/ws/table/tea-482", stage);
    stage.pass(0);
    expect(await answer).toBeNull();
  });
});
