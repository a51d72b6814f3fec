/** A hand under the finger and the keys: taps, long presses, swipes along it, throws upwards; one of its items is in the tab order. */
import type { HTMLAttributes } from "svelte/elements";

import { land } from "./flights";
import { isBrowsers } from "./keys";

const SWIPE = 10; // pixels after which a press is a swipe
const THROW = 56; // pixels upwards that play what is chosen
const LONG = 450; // milliseconds after which a press is held
const TWICE = 350; // milliseconds between the taps of a double tap

/** What a hand makes of them.  Its items are named by their `data-card`. */
export interface Deeds {
  /** the items as they stand */
  items: () => readonly string[];
  /** somebody else plays these cards just now */
  idle: () => boolean;
  chosen: (item: string) => boolean;
  choose: (item: string, on: boolean) => void;
  /** `where` it was tapped; `again`: the second tap of two on it */
  tap: (item: string, where: Element, again: boolean) => void;
  hold?: (item: string) => void;
  /** thrown upwards, where that is wanted */
  throws?: () => boolean;
  onthrow?: () => void;
  /** a swipe stays in the row in which it began */
  level?: boolean;
}

interface Press {
  item: string;
  where: Element;
  x: number;
  y: number;
  /** what a swipe makes of the items that it crosses */
  on: boolean;
  way: "tap" | "swipe" | "throw" | "held";
  last: string;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Handling {
  list: HTMLElement | undefined = $state();
  #current = $state("");
  #dragged = $state(0);
  #press: Press | null = null;
  #tapped = { item: "", at: 0 };

  constructor(readonly deeds: Deeds) {}

  /** the item in the tab order */
  get focusable(): string | undefined {
    const items = this.deeds.items();
    return items.includes(this.#current) ? this.#current : items[0];
  }

  /** What every list of cards to choose from is and hears; `label` names it, `length` is how many can be chosen. */
  listbox(label: string, length: number): HTMLAttributes<HTMLUListElement> {
    return {
      role: "listbox",
      tabindex: length ? -1 : 0,
      "aria-multiselectable": "true",
      "aria-disabled": this.deeds.idle(),
      "aria-label": label,
      onpointerdown: this.down,
      onpointermove: this.move,
      onpointerup: this.up,
      onpointercancel: this.stop,
      onclick: this.click,
      onkeydown: (event) => void this.key(event),
    };
  }

  /** pixels that a throw has come so far, 0 or fewer */
  get dragged(): number {
    return this.#dragged;
  }

  /** far enough: let go, and it is played */
  get armed(): boolean {
    return this.#dragged < -THROW;
  }

  #itemAt(x: number, y: number): string | undefined {
    const option = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-card]");
    return option && this.list!.contains(option) ? option.dataset.card : undefined;
  }

  down = (event: PointerEvent): void => {
    if (!event.isPrimary || event.button !== 0 || this.deeds.idle()) return;
    const item = this.#itemAt(event.clientX, event.clientY);
    if (item === undefined) return;
    land();
    this.#current = item;
    const { hold } = this.deeds;
    const timer = hold && setTimeout(() => {
      if (this.#press?.way !== "tap") return;
      this.#press.way = "held";
      hold(item);
    }, LONG);
    this.#press = { item, where: event.target as Element, x: event.clientX, y: event.clientY, on: !this.deeds.chosen(item), way: "tap", last: item, timer };
    this.list!.setPointerCapture(event.pointerId);
  };

  move = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || !event.isPrimary || press.way === "held") return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (press.way === "tap") {
      if (Math.abs(dx) > SWIPE && Math.abs(dx) > Math.abs(dy) && this.#over(event, press) !== press.item) press.way = "swipe";
      else if (this.deeds.throws?.() && dy < -SWIPE && -dy > Math.abs(dx)) {
        press.way = "throw";
        this.deeds.choose(press.item, true);
      } else return;
      clearTimeout(press.timer);
    }
    if (press.way === "throw") {
      this.#dragged = Math.min(0, dy);
      return;
    }
    const over = this.#over(event, press);
    this.#sweep(press.last, over, press.on);
    press.last = over;
  };

  /** The item that a press is on now. */
  #over({ clientX, clientY }: PointerEvent, { y, last }: Press): string {
    return this.#itemAt(clientX, this.deeds.level ? y : clientY) ?? last;
  }

  /** All items between two, so that a quick swipe leaves no gap. */
  #sweep(from: string, to: string, on: boolean): void {
    const items = this.deeds.items();
    const [a, b] = [items.indexOf(from), items.indexOf(to)].sort((x, y) => x - y) as [number, number];
    for (const item of items.slice(a, b + 1)) this.deeds.choose(item, on);
  }

  up = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || !event.isPrimary) return;
    const { item, way, where } = press;
    const thrown = way === "throw" && this.armed;
    this.stop();
    if (thrown) this.deeds.onthrow?.();
    if (way !== "tap" || this.#away(event, press)) return;
    const again = this.#tapped.item === item && event.timeStamp - this.#tapped.at < TWICE;
    this.#tapped = { item: again ? "" : item, at: event.timeStamp };
    this.deeds.tap(item, where, again);
  };

  /** Has the pointer left the item that it pressed?  A finger that trembles at its edge has not. */
  #away({ clientX, clientY }: PointerEvent, { item, x, y }: Press): boolean {
    return Math.hypot(clientX - x, clientY - y) > SWIPE && this.#itemAt(clientX, clientY) !== item;
  }

  stop = (): void => {
    clearTimeout(this.#press?.timer);
    this.#press = null;
    this.#dragged = 0;
  };

  /** A click without a pointer is that of a screen reader or a switch. */
  click = (event: MouseEvent): void => {
    const option = (event.target as Element).closest<HTMLElement>("[data-card]");
    if (event.detail === 0 && option && !this.deeds.idle()) this.deeds.tap(option.dataset.card!, option, false);
  };

  /** Arrow keys move, Space taps.  Did it answer the key? */
  key(event: KeyboardEvent): boolean {
    if (isBrowsers(event)) return false;
    const items = this.deeds.items();
    const at = items.indexOf(this.focusable ?? "");
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 };
    const next = items[Math.max(0, Math.min(items.length - 1, steps[event.key] ?? -1))];
    if (event.key in steps && next !== undefined) {
      this.#current = next;
      this.list!.querySelector<HTMLElement>(`[data-card="${CSS.escape(next)}"]`)?.focus();
    } else if (event.key === " " && at >= 0 && !this.deeds.idle()) this.deeds.tap(items[at]!, this.list!, false);
    else return false;
    event.preventDefault();
    return true;
  }
}
