/** A table as one connection sees it, alive: its view, its clock, what lies on the cloth, and what is being said. */
import { SvelteSet } from "svelte/reactivity";

import type { Adding, Sitting } from "../fair/adding";
import type { Quarrel } from "../fair/checking";
import { door } from "../notice.svelte";
import type { Advised, ClockView, FromServer, No, Ok, TableView, Why, Wishes } from "../protocol";
import type { Room } from "../rooms/room";
import { moves } from "../settings.svelte";
import { TableSocket, type Answer, type Command, type Link, type World } from "../socket";
import { botName } from "../words";
import type { Fact } from "../words/game";
import { dearerBy } from "./beats";
import { tableAfter } from "./changes";
import { EMPTY, type Cloth, type Trick } from "./cloth";
import { decorated } from "./decorations";
import { isDecision, isPlay } from "./facts";

/** How long a finished trick lies before it is cleared away, and how long a phrase stays. */
const TRICK_LIES = 1_100;
const LAST_TRICK_LIES = 1_900;
const PHRASE_STAYS = 5_000;
/** What was turned up a moment ago has to be read, by everybody at once: what comes next waits with its cards, not with its questions. */
const TURNED_LIES = 2_200;
const TURN = 320;
/** A round of which everybody has seen each card come. */
const ROUND_LIES = 1_500;

/** What is said when the server's word on the cards, or the code that compares it, cannot be read. */
const UNREADABLE: Quarrel = { what: "unreadable", seats: [] };

/** What a change brought, for movement, sound and the ear. */
export type Watcher = (facts: Fact[], before: TableView | null, after: TableView) => void;

export class LiveTable {
  #told = $state.raw<TableView | null>(null);
  /** the table, with its bots called in the reader's language */
  view = $derived(this.#told && inOwnWords(this.#told));
  clocks = $state.raw<ClockView[]>([]);
  link = $state.raw<Link>("connecting");
  /** the connection is lost, and something that was sent has no answer yet */
  unsure = $state.raw(false);
  refusal = $state.raw<No | null>(null);
  /** what a seat says just now, by seat */
  phrases = $state.raw<Record<number, string>>({});
  /** names of people whom this person does not want to hear; nobody is told, and it ends with the page */
  muted = new SvelteSet<string>();
  cloth = $state.raw<Cloth>(EMPTY);
  /** the last trick of a finished deal still lies open */
  lingering = $state.raw(false);

  /** the last trick of this deal that was decided, once everybody can see how */
  decided = $state.raw<Trick | null>(null);

  /** what the table is to do for this person by itself; told to nobody else */
  wishes = $state.raw<Wishes | null>(null);

  /** what was asked of the best available player, and at which decision */
  #advised = $state.raw<{ told: Advised; at: string } | null>(null);
  /** the answer to that, while the decision is still to be taken */
  advised = $derived(this.#advised && this.#told && this.#advised.at === decisionOf(this.#told) ? this.#advised.told : null);

  /** decorations, called around every change, first before the page knows of it */
  before: () => void = () => {};
  after: Watcher = () => {};
  /** called when a trick leaves the cloth for the seat that won it */
  swept: (winner: number) => void = () => {};

  /** what does not fit in the shuffle of a deal that has begun, until somebody has read it */
  quarrels = $state.raw<readonly Quarrel[]>([]);
  /** what this browser adds to the cards; fetched when the server first seals some */
  #adding: Promise<Adding> | null = null;
  #stopAdding: () => void = () => {};
  #socket: TableSocket;
  #offset = 0;
  #stopLying: () => void = () => {};
  /** what has yet to be told of a trick, where its cards are still turning */
  #stopTelling: () => void = () => {};
  /** whose play, of those that lie there, has made the deal dearer */
  #dearer: number | null = null;
  /** clears the decided pieces away that still lie there */
  #sweep: (() => void) | null = null;

  constructor(
    path: string,
    readonly world: World,
    readonly roomOf: (table: TableView) => Room,
  ) {
    this.#socket = new TableSocket(path, { message: (message) => this.#hear(message), link: (link) => this.#turn(link) }, world);
  }

  /** The server's time in milliseconds.  The computer's own clock may be set meanwhile, so it is not asked. */
  now = (): number => performance.now() + this.#offset;

  get seq(): number {
    return this.#socket.seq;
  }

  send<C extends Command>(command: C): Promise<Answer<C>> {
    return this.#socket.command(command);
  }

  act(action: string, cards: string[]): Promise<Ok | No> {
    return this.send({ k: "act", at: this.seq, action, ...(cards.length ? { cards } : {}) });
  }

  /** Chooses the pass for one's next turn, or takes it back: then what the table was about to do is left to the person. */
  passOnTurn(on: boolean): Promise<Ok | No> {
    return this.send({ k: "beforehand", at: this.seq, action: on ? "pass" : "", kind: on ? "pass" : "" });
  }

  takeBack(): Promise<Ok | No> {
    return this.send({ k: "take_back", at: this.seq });
  }

  ask(cards: string[]): Promise<Why | No> {
    return this.send({ k: "ask", cards });
  }

  advise(): Promise<Ok | No> {
    return this.send({ k: "advise", at: this.seq });
  }

  showMe(): Promise<Why | No> {
    return this.send({ k: "show_me" });
  }

  skipStop(): Promise<Ok | No> {
    return this.send({ k: "skip_stop", at: this.seq });
  }

  wake = (): void => this.#socket.wake();

  close(): void {
    this.#stopLying();
    this.#stopAdding();
    this.#socket.close();
  }

  #turn(link: Link): void {
    this.link = link;
    this.unsure = link !== "open" && this.#socket.unsure;
    if (link === "open") door.lookAgain();
    else if (this.#adding) this.#fairly((adding) => adding.lost());
  }

  #hear(message: FromServer): void {
    switch (message.k) {
      case "snap":
        this.#change(null, message.table, message.clocks, [], () => {
          this.#stopLying();
          this.#stopTelling();
          this.#sweep = null;
          this.lingering = false;
          this.#dearer = null;
          this.cloth = this.#clothOf(message.table);
          this.decided = this.roomOf(message.table).decided(message.table);
        });
        break;
      case "ev": {
        const table = this.#told && decorated(() => tableAfter(this.#told!, message), null);
        if (!table) return this.#socket.renew();
        this.#change(this.view, table, message.clocks, message.facts, (before) => this.#lay(message.facts, before, table));
        this.#compare(message.facts);
        break;
      }
      case "presence":
        if (this.#told) {
          const seats = this.#told.seats.map((seat, i) => ({ ...seat, connected: message.connected[i] ?? seat.connected }));
          this.#told = { ...this.#told, seats };
        }
        break;
      case "said":
        if (this.muted.has(this.#told?.seats[message.seat]?.name ?? "")) break;
        this.phrases = { ...this.phrases, [message.seat]: message.phrase };
        this.world.after(PHRASE_STAYS, () => {
          if (this.phrases[message.seat] !== message.phrase) return;
          const { [message.seat]: _, ...others } = this.phrases;
          this.phrases = others;
        });
        break;
      case "wishes":
        this.wishes = message;
        break;
      case "advised":
        this.#advised = this.#told && { told: message, at: decisionOf(this.#told) };
        break;
      case "pledged":
        this.#fairly((adding, sitting) => adding.pledged(message, sitting));
        break;
      case "uncovering":
        this.#fairly((adding, sitting) => adding.uncovering(message, sitting));
        break;
      case "pong":
        this.#offset = message.now - performance.now();
        break;
      case "notice":
        door.hear(message);
        break;
      case "no":
        this.refusal = message;
        break;
    }
  }

  get #sitting(): Sitting {
    const of = (kind: string) => this.#told?.seats.flatMap(({ player }, seat) => (player === kind ? [seat] : [])) ?? [];
    return { you: this.#told?.you ?? null, people: of("person"), bots: of("bot") };
  }

  /** Does something with what adds to the cards, in the order of what is heard; what it cannot read is said. */
  #fairly(what: (adding: Adding, sitting: Sitting) => void): void {
    const sitting = this.#sitting;
    const unreadable = () => (this.quarrels = [...this.quarrels.filter((one) => one.what !== "unreadable"), UNREADABLE]);
    const nothing = () => void (this.#adding = null); // its file did not come: until it does this browser adds nothing
    const adding = (this.#adding ??= this.#fetchAdding());
    adding.then((adding) => {
      try {
        what(adding, sitting);
      } catch {
        unreadable();
      }
    }, nothing);
  }

  async #fetchAdding(): Promise<Adding> {
    const [{ Adding, leave, ownShelf, takeLeft }, { isGrave }] = await Promise.all([import("../fair/adding"), import("../fair/checking")]);
    const send = (command: Command) => this.send(command) as Promise<Ok | No>;
    const adding = new Adding(send, ownShelf(), undefined, (quarrels) => (this.quarrels = quarrels.filter(isGrave)), takeLeft());
    const [hide, show] = [() => leave(adding.own), () => void takeLeft()];
    addEventListener("pagehide", hide);
    addEventListener("pageshow", show); // of a page that the browser had kept whole
    this.#stopAdding = () => (removeEventListener("pagehide", hide), removeEventListener("pageshow", show));
    return adding;
  }

  /** Compares what a deal begins with with what this browser was shown. */
  #compare(facts: Fact[]): void {
    const shuffled = facts.find((fact) => fact?.event === "shuffled"); // of a page that is older than its server there may be others
    if (shuffled && (shuffled.seal !== undefined || this.#adding)) this.#fairly((adding, sitting) => adding.shuffled(shuffled, sitting));
  }

  /** Shows a table.  What is laid on the cloth, moved, heard and said with it is decoration. */
  #change(before: TableView | null, table: TableView, clocks: ClockView[], facts: Fact[], lay: (before: TableView | null) => void): void {
    this.#keepTime(clocks);
    decorated(this.before, undefined);
    this.#told = table;
    this.clocks = clocks;
    if (this.#adding) this.#fairly((adding, sitting) => adding.look(sitting));
    const laid = decorated(() => (lay(before), true), false);
    if (!laid) this.#clear(table);
    decorated(() => this.after(facts, before, table), undefined);
  }

  /** An empty cloth, where what lies on it cannot be told. */
  #clear(view: TableView): void {
    this.#stopLying();
    this.#sweep = null;
    this.lingering = false;
    this.cloth = { ...EMPTY, lasts: view.seats.map(() => null) };
  }

  #keepTime([clock]: ClockView[]): void {
    if (clock) this.#offset = clock.now - performance.now();
  }

  /** A trick that a decision ends is cleared in the same change: it lies a moment longer for the eye, while play goes on. */
  #lay(facts: Fact[], before: TableView | null, view: TableView): void {
    const room = this.roomOf(view);
    const over = Boolean(view.deal?.result) && !before?.deal?.result;
    const dearer = dearerBy(room, facts, before, view);
    if (dearer !== null) this.#dearer = dearer;
    else if (facts.some((fact) => isDecision(fact) && fact.seat === this.#dearer)) this.#dearer = null;
    const cleared = facts.find(({ event }) => event === "cleared");
    const decided = cleared ? room.decided(view, facts) : null;
    if (decided) return this.#leave(decided, before, over);
    if (cleared && room.won === "rounds") return this.#leaveRound(cleared, view, over);
    if (!room.decided(view)) this.decided = null;
    const own = facts.some(({ event, seat }) => seat === view.you && (event === "laid" || event === "sealed"));
    if (this.#sweep && !over && !own) return;
    this.#stopLying();
    this.#sweep = null;
    const end = facts.findIndex(({ event }) => event === "cleared");
    this.lingering = over;
    if (end < 0 && !over) {
      this.cloth = this.#clothOf(view, facts);
      return;
    }
    const lasts = [...this.cloth.lasts];
    let owner = this.cloth.owner;
    for (const fact of end < 0 ? facts : facts.slice(0, end)) {
      if (!isDecision(fact)) continue;
      lasts[fact.seat as number] = fact;
      if (isPlay(fact)) owner = fact.seat as number;
    }
    const winner = end >= 0 && room.won === "named" ? (facts[end]!.seat as number) : owner;
    this.cloth = { ...EMPTY, lasts, owner: winner, won: winner, dearer: this.#dearer };
    this.#stopLying = this.world.after(over ? LAST_TRICK_LIES : TRICK_LIES, () => {
      this.lingering = false;
      this.cloth = this.#clothOf(this.view!);
    });
  }

  /** Leaves decided pieces on the cloth until everybody can have read them; then they go to the seat that won them. */
  #leave(trick: Trick, before: TableView | null, over: boolean): void {
    this.#stopLying();
    this.lingering = over;
    const winner = trick.end!.winner as number | null;
    const turning = moves() ? TURN * Math.max(0, ...trick.turns.map((turn) => (turn ?? -1) + 1)) : 0;
    this.cloth = { ...EMPTY, owner: winner, won: winner, trick, captured: before && this.roomOf(before).captured(before), turned: !turning };
    const tell = () => {
      this.decided = trick;
      if (this.cloth.trick === trick) this.cloth = { ...this.cloth, turned: true };
    };
    if (turning) this.#stopTelling = this.world.after(turning, tell);
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
      if (winner !== null) decorated(() => this.swept(winner), undefined);
      this.lingering = false;
      this.cloth = this.#clothOf(this.view!);
    };
    this.#stopLying = this.world.after(ms, this.#sweep);
  }

  #clothOf(view: TableView, facts: Fact[] = []): Cloth {
    const room = this.roomOf(view);
    return {
      ...EMPTY,
      lasts: view.seats.map(({ last }) => last as Fact | null),
      owner: view.deal?.owner ?? null,
      trick: room.trick(view, facts),
      captured: room.captured(view),
      dearer: this.#dearer,
    };
  }

  /** Whoever goes on has seen the last trick.  The last of a deal lies its time. */
  hurry = (): void => {
    if (!this.lingering) this.#sweep?.();
  };
}

/** Which of one's decisions a table waits for: the same text as long as it is the same. */
function decisionOf({ you, deal }: TableView): string {
  const own = deal?.log.filter(({ seat }) => seat === you).length;
  return [deal?.number, own, ...(deal?.choices ?? []).map(({ action }) => action)].join("|");
}

function inOwnWords(view: TableView): TableView {
  return { ...view, seats: view.seats.map((seat) => (seat.player === "bot" ? { ...seat, name: botName(seat.name) } : seat)) };
}
