/** What this browser adds to the cards of a deal, and what it remembers to check it by. */
import type { Ok, No, Pledged, Uncovering } from "../protocol";
import type { Command } from "../socket";
import { promiseOf } from "./order";

/** What this browser knows of a deal's seal. */
export interface Known {
  seal: string;
  /** its own; "" as long as it has promised none */
  number: string;
  uncovered: boolean;
  /** how often another secret was sealed for this deal after this browser had uncovered a number */
  again: number;
}

export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
}

const SHELF = "qipai.seals";
/** deals that are remembered */
const MOST = 200;

/** The browser's own shelf, or where it is closed a loose board. */
export function ownShelf(): Shelf {
  try {
    return localStorage;
  } catch {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) };
  }
}

/** 32 random bytes.  `getRandomValues` is there without https too. */
function newNumber(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function all(shelf: Shelf): Record<string, Known> {
  try {
    return JSON.parse(shelf.getItem(SHELF) ?? "{}") as Record<string, Known>;
  } catch {
    return {};
  }
}

/** What is remembered of a deal; null for nothing. */
export function known(shelf: Shelf, deal: string): Known | null {
  return all(shelf)[deal] ?? null;
}

function keep(shelf: Shelf, deal: string, what: Known | null): void {
  const { [deal]: _, ...others } = all(shelf);
  const entries = Object.entries(others).slice(1 - MOST);
  try {
    shelf.setItem(SHELF, JSON.stringify(Object.fromEntries(what ? [...entries, [deal, what]] : entries)));
  } catch {
    // a full or closed shelf: then this browser cannot say later what it added
  }
}

/** Adds a number to each deal at one table: promises it, and uncovers it when all promises are closed. */
export class Adding {
  #deal = "";
  #known: Known | null = null;
  /** the seal to which a number was promised on this page */
  #promised = "";

  constructor(
    readonly send: (command: Command) => Promise<Ok | No>,
    readonly shelf: Shelf,
    readonly random: () => string = newNumber,
  ) {}

  /** Hears of a seal; `sits`: this person has a chair. */
  pledged({ deal, seal }: Pledged, sits: boolean): void {
    const before = known(this.shelf, deal);
    const again = (before?.again ?? 0) + Number(Boolean(before?.uncovered) && before?.seal !== seal);
    this.#deal = seal ? deal : "";
    this.#known = before?.seal === seal ? before : { seal, number: "", uncovered: false, again };
    keep(this.shelf, deal, seal || again ? this.#known : null);
    this.look(sits);
  }

  /** Promises a number once this person has a chair; after the page was loaded again the same one. */
  look(sits: boolean): void {
    if (!sits || !this.#deal || !this.#known || this.#known.uncovered || this.#promised === this.#known.seal) return;
    this.#known = { ...this.#known, number: this.#known.number || this.random() };
    this.#promised = this.#known.seal;
    keep(this.shelf, this.#deal, this.#known);
    void this.send({ k: "add", deal: this.#deal, promised: promiseOf(this.#known.seal, this.#known.number) });
  }

  /** Uncovers the number, if the seal is the one that was told and the promise is among the closed ones. */
  uncovering({ deal, seal, added }: Uncovering): void {
    const { number, seal: told } = this.#known ?? { number: "", seal: "" };
    const own = number && promiseOf(seal, number);
    if (deal !== this.#deal || seal !== told || !added.some(({ promised }) => promised === own)) return;
    this.#known = { ...this.#known!, uncovered: true };
    keep(this.shelf, deal, this.#known);
    void this.send({ k: "uncover", deal, number });
  }
}
