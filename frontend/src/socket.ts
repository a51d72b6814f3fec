/**
 * A table's connection: one place that decides when to connect, when to give a socket up, and what to send again.
 *
 * It never gives up while the page lives, comes back at once where a server sends it to another, asks for what it missed by the number of the last change it saw, and sends a
 * command again until that command has its answer.  Only a refusal of the table itself ends it.
 */
import { socketTo } from "./addresses";
import { answers } from "./api";
import { PROTOCOL, type Act, type Ask, type FromServer, type No, type Ok, type ShowMe, type ToServer, type Why } from "./protocol";

type Commands = Extract<ToServer, { id: string }>;
type Unnamed<Command> = Command extends unknown ? Omit<Command, "id"> : never;

/** A command as the page gives it; the connection adds its id. */
export type Command = Unnamed<Commands>;
export type Answer<C extends Command> = C extends Unnamed<Ask> | Unnamed<ShowMe> ? Why | No : C extends Unnamed<Act> ? Ok | No : Ok | No;

/** "blocked": the browser or the network opens no socket, though the server answers.  It is tried again, as after "lost". */
export type Link = "connecting" | "open" | "lost" | "blocked" | "refused";

export interface Listener {
  /** A message that answers no command. */
  message(message: FromServer): void;
  link(link: Link): void;
}

/** What the world outside gives; tests bring their own. */
export interface World {
  open(path: string): WebSocket;
  /** Whether the server answers otherwise. */
  answers(): Promise<boolean>;
  random(): number;
  /** Milliseconds of a clock that nobody sets. */
  now(): number;
  after(ms: number, what: () => void): () => void;
}

const CONNECT_WITHIN = 5_000;
const PONG_WITHIN = 2_000; // or three times what the last answer took: on a slow line silence means less
const LONGEST_WAIT = 30_000;
const FIRST_WAIT = 400;
const MOVE_WITHIN = 250; // a server that ends sends people away a few tables at a time, and others serve already
const RESTARTED = 1012; // its close code
const PING_EVERY = 25_000;
const TRIES = 3; // in a row; after so many without any socket one asks whether the server is there at all

// A connection that is refused is told why with a `no` of no id, and closed with 4000 + the status of such a refusal over HTTP.
const REFUSED = { from: 4400, below: 4500, passing: 4429 };
// The server is there and its store is not: 4503 at the door, 4100 where it is not known whether a command was stored.  Neither lasts long.
const STORE_AWAY = [4503, 4100];
const MOST_FAILURES = 3; // that count for the wait then, which is 3.2 s at most

/** An id that nobody else will make.  `randomUUID` is missing where the page came over plain http. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How long to wait before the nth try in a row: doubling to half a minute, spread so that a household does not knock at once. */
export function waitBefore(failures: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.5 + random / 2);
}

/** How long a try after so many failures in a row may take to open, and then to bring its first answer, which is a whole table. */
function patience(failures: number): number {
  return Math.min(LONGEST_WAIT, CONNECT_WITHIN * 2 ** Math.max(0, failures + 1 - TRIES));
}

/** The connection to a table, or to the lobby, which has no numbered changes. */
export class TableSocket {
  /** The last change that was seen; 0 before the first. */
  seq = 0;

  #socket: WebSocket | undefined;
  #link: Link = "connecting";
  #failures = 0;
  #pings = 0;
  #pingedAt: number | null = null; // while a ping has no answer
  #pongWithin = PONG_WITHIN;
  #closed = false;
  #opened = false; // a socket, ever
  #stopTimer: () => void = () => {};
  #stopPong: () => void = () => {};
  #waiting = new Map<string, { message: Commands; sent: boolean; answer: (answer: Ok | No | Why) => void }>();

  constructor(
    readonly path: string,
    readonly listener: Listener,
    readonly world: World,
  ) {
    this.#connect();
  }

  /** Sends a command, again after every lost connection, until it is answered. */
  command<C extends Command>(command: C): Promise<Answer<C>> {
    const message = { ...command, id: newId() } as Commands;
    return new Promise((resolve) => {
      const sent = this.#link === "open";
      this.#waiting.set(message.id, { message, sent, answer: resolve as (answer: Ok | No | Why) => void });
      if (sent) this.#send(message);
    });
  }

  /** Whether something was sent that has no answer: it may have happened or not, which the same id finds out. */
  get unsure(): boolean {
    return [...this.#waiting.values()].some(({ sent }) => sent);
  }

  /** The device woke up or found a network: an open socket has to prove that it lives, a lost one is tried at once. */
  wake(): void {
    if (this.#closed) return;
    if (this.#link === "open") this.#ping();
    else if (this.#link === "lost" || this.#link === "blocked") {
      this.#failures = 0;
      this.#connect();
    }
  }

  /** A change does not fit what was shown before: the whole table has to come once more. */
  renew(): void {
    this.seq = 0;
    this.#lose();
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  #connect(): void {
    this.#drop();
    const since = this.seq ? `?since=${this.seq}` : "";
    let socket: WebSocket;
    try {
      socket = this.world.open(this.path + since);
    } catch {
      this.#stopTimer = this.world.after(0, () => this.#lose("blocked"));
      return;
    }
    this.#socket = socket;
    this.#stopTimer = this.world.after(patience(this.#failures), () => this.#lose());
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = ({ data }) => this.#read(JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (code === RESTARTED && this.#link === "open") this.#move();
      else if (code >= REFUSED.from && code < REFUSED.below && code !== REFUSED.passing) this.#end();
      else {
        if (STORE_AWAY.includes(code)) this.#failures = Math.min(this.#failures, MOST_FAILURES);
        this.#lose();
      }
    };
  }

  #greet(socket: WebSocket): void {
    this.#opened = true;
    this.#stopTimer();
    socket.send(JSON.stringify({ k: "hello", proto: PROTOCOL, client: "web", changes: true, seals: true } satisfies ToServer));
    this.#pongWithin = patience(this.#failures);
    this.#ping();
  }

  #send(message: ToServer): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #ping(): void {
    this.#send({ k: "ping", n: ++this.#pings });
    this.#pingedAt = this.world.now();
    this.#listen();
  }

  #listen(): void {
    this.#stopPong();
    this.#stopPong = this.world.after(this.#pongWithin, () => this.#lose());
  }

  #read(message: FromServer): void {
    if (this.#pingedAt !== null) this.#listen(); // whatever comes shows that the line lives
    switch (message.k) {
      case "lobby":
        this.#settle();
        break;
      case "snap":
        this.seq = message.seq;
        this.#settle();
        break;
      case "ev":
        if (message.seq <= this.seq) return;
        if (message.seq !== this.seq + 1) return this.#lose();
        this.seq = message.seq;
        this.#settle();
        break;
      case "pong":
        this.#stopPong();
        if (this.#pingedAt !== null) this.#pongWithin = Math.min(LONGEST_WAIT, Math.max(PONG_WITHIN, 3 * (this.world.now() - this.#pingedAt)));
        this.#pingedAt = null;
        this.#settle();
        this.#stopPong = this.world.after(PING_EVERY, () => this.#ping());
        break;
      case "ok":
      case "why":
      case "no": {
        const waiting = this.#waiting.get(message.id);
        if (!waiting) break;
        this.#waiting.delete(message.id);
        return waiting.answer(message);
      }
    }
    this.listener.message(message);
  }

  /** The server answers: what was not answered before is sent once more. */
  #settle(): void {
    if (this.#link === "open") return;
    this.#failures = 0;
    this.#turn("open");
    for (const waiting of this.#waiting.values()) {
      waiting.sent = true;
      this.#send(waiting.message);
    }
  }

  /** The server sends its people to another: a socket there, almost at once. */
  #move(): void {
    this.#drop();
    this.#turn("connecting");
    this.#stopTimer = this.world.after(MOVE_WITHIN * this.world.random(), () => this.#connect());
  }

  /** The socket is gone or silent: another one, after a while. */
  #lose(link: "lost" | "blocked" = "lost"): void {
    this.#drop();
    if (this.#closed) return;
    if (this.#link !== "blocked") this.#turn(link);
    this.#stopTimer = this.world.after(waitBefore(this.#failures++, this.world.random()), () => this.#connect());
    if (this.#failures % TRIES === 0 && !this.#opened) void this.#askWhy();
  }

  /** No socket has opened: if the server answers, something on the way lets none through. */
  async #askWhy(): Promise<void> {
    const answered = await this.world.answers();
    if (!this.#closed && (this.#link === "lost" || this.#link === "blocked")) this.#turn(answered ? "blocked" : "lost");
  }

  /** The server will have nothing of it: another try would be told the same. */
  #end(): void {
    this.#drop();
    this.#turn("refused");
  }

  #drop(): void {
    this.#stopTimer();
    this.#stopPong();
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = undefined;
  }

  #turn(link: Link): void {
    if (this.#link === link) return;
    this.#link = link;
    this.listener.link(link);
  }
}

/** Whether a table lets one in: null, or why it does not.  What an unreachable server would say is left to the table's page. */
export function knock(path: string, world: World): Promise<No | null> {
  return new Promise((resolve) => {
    let refusal: No | null = null;
    const end = (answer: No | null) => {
      socket.close();
      resolve(answer);
    };
    const socket = new TableSocket(
      path,
      {
        message: (message) => {
          if (message.k === "no") refusal = message;
          else if (message.k === "snap") end(null);
        },
        link: (link) => {
          if (link === "refused" || link === "lost" || link === "blocked") end(refusal);
        },
      },
      world,
    );
  });
}

/** The browser's own clock, chance and network. */
export const browser: World = {
  open: (path) => new WebSocket(socketTo(path)),
  answers,
  random: Math.random,
  now: () => performance.now(),
  after(ms, what) {
    const timer = setTimeout(what, ms);
    return () => clearTimeout(timer);
  },
};

/** Calls `wake` whenever the page may have slept; returns how to stop. */
export function onWaking(wake: () => void): () => void {
  const visible = () => document.visibilityState === "visible" && wake();
  document.addEventListener("visibilitychange", visible);
  addEventListener("pageshow", wake);
  addEventListener("online", wake);
  return () => {
    document.removeEventListener("visibilitychange", visible);
    removeEventListener("pageshow", wake);
    removeEventListener("online", wake);
  };
}
