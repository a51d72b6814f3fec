/** What the world outside gives, in a test's hands. */
import type { FromServer } from "../src/protocol";
import type { World } from "../src/socket";

/** A world whose clock is moved by hand and whose sockets are told what to do. */
export class Stage implements World {
  sockets: FakeSocket[] = [];
  timers: { at: number; what: () => void }[] = [];
  clock = 0;

  open(address: string): WebSocket {
    const socket = new FakeSocket(address);
    this.sockets.push(socket);
    return socket as unknown as WebSocket;
  }

  answering = false;

  answers = () => Promise.resolve(this.answering);

  random = () => 1;

  now = () => this.clock;

  after(ms: number, what: () => void): () => void {
    const timer = { at: this.clock + ms, what };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((other) => other !== timer));
  }

  pass(ms: number): void {
    const end = this.clock + ms;
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.timers = this.timers.filter((other) => other !== due);
      this.clock = due.at;
      due.what();
    }
    this.clock = end;
  }

  get last(): FakeSocket {
    return this.sockets.at(-1)!;
  }
}

export class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: { k: string; id?: string; n?: number }[] = [];
  closed = false;

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.onopen?.();
  }
  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  lose(code = 1006): void {
    this.onclose?.({ code });
  }
}
