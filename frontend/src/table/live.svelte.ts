/** A table as one connection sees it, alive: its view, its clock, what lies on the cloth, and what is being said. */
import type { ClockView, FromServer, No, Ok, TableView, Why } from "../protocol";
import { moves } from "../settings.svelte";
import { TableSocket, type Answer, type Command, type Link, type World } from "../socket";
import { botName } from "../words";
import type { Fact } from "../words/game";
import { boardOf } from "./board";
import { isDecision, isPlay } from "./facts";
import { gouJiOf } from "./gou_ji";
import { moneyOf } from "./money";
import { decidedTrick, endOf, trickOf, type Trick } from "./tricks";

/** How long a finished trick lies before it is cleared away, and how long a phrase stays. */
const TRICK_LIES = 1_100;
const LAST_TRICK_LIES = 1_900;
const PHRASE_STAYS = 5_000;
/** What was turned up a moment ago has to be read, by everybody at once: what comes next waits with its cards, not with its questions. */
const TURNED_LIES = 2_200;
const TURN = 320;
/** A round of which everybody has seen each card come. */
const ROUND_LIES = 1_500;

export interface Cloth {
  /** each seat's last decision of the trick that is shown */
  lasts: (Fact | null)[];
  /** whose play is to be beaten */
  owner: number | null;
  /** who won the trick that still lies there */
  won: number | null;
  /** the pieces, in games that lay them face down */
  trick: Trick | null;
  /** pieces that each seat has taken, without those that still lie there */
  captured: number[] | null;
  /** all that turns up has turned */
  turned: boolean;
  /** number of a finished round that still lies there, in games whose rounds can be looked through */
  round: number | null;
}

/** What a change brought, for movement, sound and the ear. */
export type Watcher = (facts: Fact[], before: TableView | null, after: TableView) => void;

const EMPTY: Cloth = { lasts: [], owner: null, won: null, trick: null, captured: null, turned: true, round: null };

export class LiveTable {
  #told = $state.raw<TableView | null>(null);
  /** the table, with its bots called in the reader's language */
  view = $derived(this.#told && inOwnWords(this.#told));
  clocks = $state.raw<ClockView[]>([]);
  link = $state.raw<Link>("connecting");
  refusal = $state.raw<No | null>(null);
  /** what a seat says just now, by seat */
  phrases = $state.raw<Record<number, string>>({});
  cloth = $state.raw<Cloth>(EMPTY);
  /** the last trick of a finished deal still lies open */
  lingering = $state.raw(false);

  /** the last trick of this deal that was decided, once everybody can see how */
  decided = $state.raw<Trick | null>(null);

  /** called around every change, first before the page knows of it */
  before: () => void = () => {};
  after: Watcher = () => {};
  /** called when a trick leaves the cloth for the seat that won it */
  swept: (winner: number) => void = () => {};

  #socket: TableSocket;
  #offset = 0;
  #stopLying: () => void = () => {};
  /** clears the decided pieces away that still lie there */
  #sweep: (() => void) | null = null;

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

  takeBack(): Promise<Ok | No> {
    return this.send({ k: "take_back", at: this.seq });
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
        this.#keepTime(message.clocks);
        this.before();
        this.#stopLying();
        this.#sweep = null;
        this.lingering = false;
        this.#show(message.table, message.clocks);
        this.cloth = clothOf(message.table);
        this.decided = decidedTrick(message.table);
        this.after([], null, message.table);
        break;
      case "ev": {
        this.#keepTime(message.clocks);
        this.before();
        const before = this.view;
        this.#show(message.table, message.clocks);
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

  #keepTime([clock]: ClockView[]): void {
    if (clock) this.#offset = clock.now - Date.now();
  }

  #show(view: TableView, clocks: ClockView[]): void {
    this.#told = view;
    this.clocks = clocks;
  }

  /** A trick that a decision ends is cleared in the same change: it lies a moment longer for the eye, while play goes on. */
  #lay(facts: Fact[], before: TableView | null, view: TableView): void {
    const over = Boolean(view.deal?.result) && !before?.deal?.result;
    const decided = facts.some(({ event }) => event === "cleared") ? decidedTrick(view, facts) : null;
    if (decided) return this.#leave(decided, before, over);
    const round = facts.find(({ event }) => event === "cleared");
    if (round && moneyOf(view)) return this.#leaveRound(round, view, over);
    if (!endOf(view)) this.decided = null;
    const own = facts.some(({ event, seat }) => seat === view.you && (event === "laid" || event === "sealed"));
    if (this.#sweep && !over && !own) return;
    this.#stopLying();
    this.#sweep = null;
    const end = facts.findIndex(({ event }) => event === "cleared");
    this.lingering = over;
    if (end < 0 && !over) {
      this.cloth = clothOf(view, facts);
      return;
    }
    const lasts = [...this.cloth.lasts];
    let owner = this.cloth.owner;
    for (const fact of end < 0 ? facts : facts.slice(0, end)) {
      if (!isDecision(fact)) continue;
      lasts[fact.seat as number] = fact;
      if (isPlay(fact)) owner = fact.seat as number;
    }
    const winner = end >= 0 && gouJiOf(view) ? (facts[end]!.seat as number) : owner;
    this.cloth = { ...EMPTY, lasts, owner: winner, won: winner };
    this.#stopLying = this.world.after(over ? LAST_TRICK_LIES : TRICK_LIES, () => {
      this.lingering = false;
      this.cloth = clothOf(this.view!);
    });
  }

  /** Leaves decided pieces on the cloth until everybody can have read them; then they go to the seat that won them. */
  #leave(trick: Trick, before: TableView | null, over: boolean): void {
    this.#stopLying();
    this.lingering = over;
    const winner = trick.end!.winner as number | null;
    const turning = moves() ? TURN * Math.max(0, ...trick.turns.map((turn) => (turn ?? -1) + 1)) : 0;
    this.cloth = { ...EMPTY, owner: winner, won: winner, trick, captured: before && (boardOf(before).captured ?? null), turned: !turning };
    const tell = () => {
      this.decided = trick;
      if (this.cloth.trick === trick) this.cloth = { ...this.cloth, turned: true };
    };
    if (turning) this.world.after(turning, tell);
    else tell();
    this.#clearAfter(turning + TURNED_LIES, winner);
  }

  /** Leaves a finished round on the cloth. */
  #leaveRound(end: Fact, view: TableView, over: boolean): void {
    this.#stopLying();
    this.lingering = over;
    const winner = end.seat as number;
    this.cloth = { ...EMPTY, owner: winner, won: winner, round: end.round as number, lasts: view.seats.map(() => null) };
    this.#clearAfter(over ? LAST_TRICK_LIES : ROUND_LIES, winner);
  }

  /** What lies goes to its winner after a while, or when somebody hurries. */
  #clearAfter(ms: number, winner: number | null): void {
    this.#sweep = () => {
      this.#stopLying();
      this.#sweep = null;
      if (winner !== null) this.swept(winner);
      this.lingering = false;
      this.cloth = clothOf(this.view!);
    };
    this.#stopLying = this.world.after(ms, this.#sweep);
  }

  /** Whoever goes on has seen the last trick.  The last of a deal lies its time. */
  hurry = (): void => {
    if (!this.lingering) this.#sweep?.();
  };
}

function inOwnWords(view: TableView): TableView {
  return { ...view, seats: view.seats.map((seat) => (seat.player === "bot" ? { ...seat, name: botName(seat.name) } : seat)) };
}

function clothOf(view: TableView, facts: Fact[] = []): Cloth {
  return {
    lasts: view.seats.map(({ last }) => last as Fact | null),
    owner: view.deal?.owner ?? null,
    won: null,
    trick: trickOf(view, facts),
    captured: boardOf(view).captured ?? null,
    turned: true,
    round: null,
  };
}
