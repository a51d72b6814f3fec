/** A table as one connection sees it, alive: its view, its clock, what lies on the cloth, and what is being said. */
import type { ClockView, FromServer, No, Ok, TableView, Why } from "../protocol";
import { TableSocket, type Answer, type Command, type Link, type World } from "../socket";
import { botName } from "../words";
import type { Fact } from "../words/game";
import { isDecision, isPlay } from "./facts";

/** How long a finished trick lies before it is cleared away, and how long a phrase stays. */
const TRICK_LIES = 1_100;
const LAST_TRICK_LIES = 1_900;
const PHRASE_STAYS = 5_000;

export interface Cloth {
  /** each seat's last decision of the trick that is shown */
  lasts: (Fact | null)[];
  /** whose play is to be beaten */
  owner: number | null;
  /** who won the trick that still lies there */
  won: number | null;
}

/** What a change brought, for movement, sound and the ear. */
export type Watcher = (facts: Fact[], before: TableView | null, after: TableView) => void;

const EMPTY: Cloth = { lasts: [], owner: null, won: null };

export class LiveTable {
  #told = $state.raw<TableView | null>(null);
  /** the table, with its bots called in the reader's language */
  view = $derived(this.#told && inOwnWords(this.#told));
  clock = $state.raw<ClockView | null>(null);
  link = $state.raw<Link>("connecting");
  refusal = $state.raw<No | null>(null);
  /** what a seat says just now, by seat */
  phrases = $state.raw<Record<number, string>>({});
  cloth = $state.raw<Cloth>(EMPTY);
  /** the last trick of a finished deal still lies open */
  lingering = $state.raw(false);

  /** called around every change, first before the page knows of it */
  before: () => void = () => {};
  after: Watcher = () => {};

  #socket: TableSocket;
  #offset = 0;
  #stopLying: () => void = () => {};

  constructor(
    path: string,
    readonly world: World,
  ) {
    this.#socket = new TableSocket(path, { message: (message) => this.#hear(message), link: (link) => (this.link = link) }, world);
  }

  /** The server's time in milliseconds. */
  now = (): number => Date.now() + this.#offset;

  get seq(): number {
    return this.#socket.seq;
  }

  send<C extends Command>(command: C): Promise<Answer<C>> {
    return this.#socket.command(command);
  }

  act(action: string, cards: string[]): Promise<Ok | No> {
    return this.send({ k: "act", at: this.seq, action, ...(cards.length ? { cards } : {}) });
  }

  ask(cards: string[]): Promise<Why | No> {
    return this.send({ k: "ask", cards });
  }

  wake = (): void => this.#socket.wake();

  close(): void {
    this.#stopLying();
    this.#socket.close();
  }

  #hear(message: FromServer): void {
    switch (message.k) {
      case "snap":
        this.#keepTime(message.clock);
        this.before();
        this.#stopLying();
        this.lingering = false;
        this.#show(message.table, message.clock);
        this.cloth = clothOf(message.table);
        this.after([], null, message.table);
        break;
      case "ev": {
        this.#keepTime(message.clock);
        this.before();
        const before = this.view;
        this.#show(message.table, message.clock);
        this.#lay(message.facts, before, message.table);
        this.after(message.facts, before, message.table);
        break;
      }
      case "presence":
        if (this.#told) {
          const seats = this.#told.seats.map((seat, i) => ({ ...seat, connected: message.connected[i] ?? seat.connected }));
          this.#told = { ...this.#told, seats };
        }
        break;
      case "said":
        this.phrases = { ...this.phrases, [message.seat]: message.phrase };
        this.world.after(PHRASE_STAYS, () => {
          if (this.phrases[message.seat] !== message.phrase) return;
          const { [message.seat]: _, ...others } = this.phrases;
          this.phrases = others;
        });
        break;
      case "pong":
        this.#offset = message.now - Date.now();
        break;
      case "no":
        this.refusal = message;
        break;
    }
  }

  #keepTime(clock: ClockView | null): void {
    if (clock) this.#offset = clock.now - Date.now();
  }

  #show(view: TableView, clock: ClockView | null): void {
    this.#told = view;
    this.clock = clock;
  }

  /** A trick that a decision ends is cleared in the same change: it lies a moment longer for the eye, while play goes on. */
  #lay(facts: Fact[], before: TableView | null, view: TableView): void {
    this.#stopLying();
    const end = facts.findIndex(({ event }) => event === "cleared");
    const over = Boolean(view.deal?.result) && !before?.deal?.result;
    this.lingering = over;
    if (end < 0 && !over) {
      this.cloth = clothOf(view);
      return;
    }
    const lasts = [...this.cloth.lasts];
    let owner = this.cloth.owner;
    for (const fact of end < 0 ? facts : facts.slice(0, end)) {
      if (!isDecision(fact)) continue;
      lasts[fact.seat as number] = fact;
      if (isPlay(fact)) owner = fact.seat as number;
    }
    this.cloth = { lasts, owner, won: owner };
    this.#stopLying = this.world.after(over ? LAST_TRICK_LIES : TRICK_LIES, () => {
      this.lingering = false;
      this.cloth = clothOf(this.view!);
    });
  }
}

function inOwnWords(view: TableView): TableView {
  return { ...view, seats: view.seats.map((seat) => (seat.player === "bot" ? { ...seat, name: botName(seat.name) } : seat)) };
}

function clothOf(view: TableView): Cloth {
  return { lasts: view.seats.map(({ last }) => last as Fact | null), owner: view.deal?.owner ?? null, won: null };
}
