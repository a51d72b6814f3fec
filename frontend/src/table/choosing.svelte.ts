/** Which cards are chosen, and what they are.  The choice outlives every message of the server. */
import { SvelteSet } from "svelte/reactivity";

import type { ChoiceView, No, TableView, Why } from "../protocol";
import type { Room } from "../rooms/room";
import { callsOf, cardsFor, covers, keyed, passOf, plays, readingsOf, targetsOf, without, type HeldCard } from "./matching";
import { isPiece } from "../cards/faces";

export class Choosing {
  #table: () => TableView | null;
  #room: () => Room;
  #chosen = new SvelteSet<string>();
  /** the reading that was asked for, by its action */
  #wanted = $state.raw("");
  #hinted = $state.raw(-1);
  /** the question that the cards were chosen for; "" while none was asked: they are kept ready */
  #for = "";
  /** what the server said of a selection, and of which */
  #told = $state.raw<{ of: string; choices: ChoiceView[] } | null>(null);

  /** what can be chosen: an answer that waits for the others lies on the cloth */
  held: HeldCard[] = $derived.by(() => {
    const table = this.#table();
    return without(keyed(table?.deal?.hand ?? []), table?.deal?.answer?.cards ?? []);
  });
  pieces = $derived(this.held.some(({ face }) => isPiece(face)));
  /** as it stands on the screen */
  hand = $derived.by(() => this.#room().arranged(this.held));
  cards = $derived(this.held.filter(({ key }) => this.#chosen.has(key)));
  faces = $derived(this.cards.map(({ face }) => face));
  choices: ChoiceView[] = $derived.by(() => this.#table()?.deal?.choices ?? []);
  /** what the clock would do */
  usual: string | null = $derived.by(() => this.#table()?.deal?.default ?? null);
  /** what is chosen, at this decision */
  selection = $derived.by(() => {
    const table = this.#table();
    return [table?.deal?.number, table?.deal?.trick, table && this.#room().stage(table).phase, ...this.faces].join(" ");
  });
  #answered = $derived(this.#told?.of === this.selection ? this.#told.choices : null);
  /** too many choices to be sent: this selection is put to the server */
  asks = $derived.by(() => (this.#table()?.deal?.more ?? false) && this.cards.length > 0 && !this.#answered);
  readings = $derived(this.#answered ?? readingsOf(this.cards, this.choices));
  reading: ChoiceView | undefined = $derived(this.readings.find(({ action }) => action === this.#wanted) ?? this.readings[0]);
  /** readings of which one is to be named */
  open = $derived.by(() => this.readings.length > 1 && this.#room().names);
  /** keys of the cards that a lesson speaks of: of equal ones no more than it names */
  told = $derived.by(() => {
    const [left, keys] = [[...this.held], new Set<string>()];
    for (const face of this.#table()?.lesson?.now?.told ?? []) {
      const at = left.findIndex((card) => card.face === face);
      if (at >= 0) keys.add(left.splice(at, 1)[0]!.key);
    }
    return keys;
  });
  pass = $derived(passOf(this.choices));
  /** stacks that may be chosen, by their numbers */
  targets = $derived(targetsOf(this.choices));
  /** what may be said without laying anything */
  calls = $derived(callsOf(this.choices));
  hints = $derived(plays(this.choices).filter(({ needs }) => covers(needs, this.held)));

  /** which of the hints is chosen, counted from 1 and from the cheapest; 0 for none */
  hinted = $derived(this.#hinted + 1);

  constructor(table: () => TableView | null, room: () => Room) {
    this.#table = table;
    this.#room = room;
  }

  has(key: string): boolean {
    return this.#chosen.has(key);
  }

  set(key: string, on: boolean): void {
    if (on) this.#chosen.add(key);
    else this.#chosen.delete(key);
    this.#hinted = -1;
    this.#for = this.#question();
  }

  toggle(key: string): void {
    this.set(key, !this.has(key));
  }

  clear(): void {
    this.#chosen.clear();
    this.#hinted = -1;
    this.#for = "";
  }

  /** Chooses cards of these faces, and nothing else. */
  take(faces: readonly string[]): void {
    this.clear();
    const left = [...this.held];
    for (const face of faces) {
      const at = left.findIndex((card) => card.face === face);
      if (at >= 0) this.#chosen.add(left.splice(at, 1)[0]!.key);
    }
    this.#for = this.#question();
  }

  read(action: string): void {
    this.#wanted = action;
  }

  /** What the server says of the selection; it counts as long as that is the selection. */
  async ask(put: (faces: string[]) => Promise<Why | No>): Promise<void> {
    const of = this.selection;
    const answer = await put(this.faces);
    this.#told = { of, choices: answer.k === "why" ? answer.choices : [] };
  }

  /** One more card that a key names: a rank, a joker by its face, a piece by its letter. */
  more(name: string): HeldCard | undefined {
    const card = this.hand.find((held) => isNamed(held, name) && !this.has(held.key));
    if (card) this.set(card.key, true);
    return card;
  }

  /** One card fewer, of that name, or the last of the chosen ones. */
  fewer(name?: string): void {
    const card = this.hand.findLast((held) => this.has(held.key) && (!name || isNamed(held, name)));
    if (card) this.set(card.key, false);
  }

  /** The next legal play from the cheapest on, chosen; undefined when there is none. */
  hint(): ChoiceView | undefined {
    const next = this.hints[(this.#hinted + 1) % this.hints.length];
    if (!next) return undefined;
    const at = (this.#hinted + 1) % this.hints.length;
    this.lift(next);
    this.#hinted = at;
    return next;
  }

  /** Chooses the cards of a choice, those that are chosen already first. */
  lift(choice: ChoiceView): void {
    const cards = cardsFor(choice.needs, this.held, this.#chosen);
    this.clear();
    for (const { key } of cards) this.#chosen.add(key);
    this.#wanted = choice.action;
    this.#for = this.#question();
  }

  /** Forgets chosen cards that are no longer held, and those that were chosen for a question which is over. */
  prune(): void {
    if (this.#for && this.#for !== this.#question()) this.clear();
    const held = new Set(this.held.map(({ key }) => key));
    for (const key of [...this.#chosen]) if (!held.has(key)) this.#chosen.delete(key);
  }

  /** What one is asked just now, as long as it is the same question; "" while one is not asked. */
  #question(): string {
    const table = this.#table();
    const { you, deal } = table ?? {};
    if (!table || !deal || typeof you !== "number" || !(deal.to_act.includes(you) || deal.locked.includes(you))) return "";
    const { phase, asks } = this.#room().stage(table);
    return [deal.number, deal.trick, phase, asks].join(" ");
  }
}

/** `10H` is named 10, a joker `R` or `B`, a red chariot `rR` by its letter. */
function isNamed({ face }: HeldCard, name: string): boolean {
  if (isPiece(face)) return face[1] === name;
  return face === name || (face.length > 1 && face.slice(0, -1) === name);
}
