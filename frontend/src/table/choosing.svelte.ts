/** Which cards are chosen, and what they are.  The choice outlives every message of the server. */
import { SvelteSet } from "svelte/reactivity";

import type { ChoiceView, TableView } from "../protocol";
import { settings } from "../settings.svelte";
import { cardsFor, keyed, passOf, plays, readingsOf, type HeldCard } from "./matching";
import { arranged } from "./sorting";

export class Choosing {
  #table: () => TableView | null;
  #chosen = new SvelteSet<string>();
  /** the reading that was asked for, by its action */
  #wanted = $state.raw("");
  #hinted = $state.raw(-1);

  held: HeldCard[] = $derived.by(() => keyed(this.#table()?.deal?.hand ?? []));
  /** as it stands on the screen */
  hand = $derived(arranged(this.held, settings.sorting));
  cards = $derived(this.held.filter(({ key }) => this.#chosen.has(key)));
  choices: ChoiceView[] = $derived.by(() => this.#table()?.deal?.choices ?? []);
  readings = $derived(readingsOf(this.cards, this.choices));
  reading: ChoiceView | undefined = $derived(this.readings.find(({ action }) => action === this.#wanted) ?? this.readings[0]);
  pass = $derived(passOf(this.choices));
  hints = $derived(plays(this.choices));

  constructor(table: () => TableView | null) {
    this.#table = table;
  }

  has(key: string): boolean {
    return this.#chosen.has(key);
  }

  set(key: string, on: boolean): void {
    if (on) this.#chosen.add(key);
    else this.#chosen.delete(key);
    this.#hinted = -1;
  }

  toggle(key: string): void {
    this.set(key, !this.has(key));
  }

  clear(): void {
    this.#chosen.clear();
    this.#hinted = -1;
  }

  read(action: string): void {
    this.#wanted = action;
  }

  /** One more card that a key names: a rank, or a joker by its face. */
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
    const cards = cardsFor(next.needs, this.held, this.#chosen);
    this.clear();
    for (const { key } of cards) this.#chosen.add(key);
    this.#wanted = next.action;
    this.#hinted = at;
    return next;
  }

  /** Forgets chosen cards that are no longer held. */
  prune(): void {
    const held = new Set(this.held.map(({ key }) => key));
    for (const key of [...this.#chosen]) if (!held.has(key)) this.#chosen.delete(key);
  }
}

/** `10H` is named 10, a joker `R` or `B`. */
function isNamed({ face }: HeldCard, name: string): boolean {
  return face === name || (face.length > 1 && face.slice(0, -1) === name);
}
