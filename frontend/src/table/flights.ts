/**
 * Cards that travel: the page changes at once, then what moved is shown to come from where it was (FLIP).
 * Nothing waits for a flight, and a press anywhere ends all of them.
 */
import { tick } from "svelte";

import { moves } from "../settings.svelte";

const DEALT_WITHIN = 1_200;

const flying = new Set<Animation>();

function token(name: string): number {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
}

function fly(element: Element, from: DOMRect, delay = 0): void {
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const scale = from.width / to.width;
  const flight = element.animate(
    [
      { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`, transformOrigin: "0 0" },
      { transform: "none", transformOrigin: "0 0" },
    ],
    { duration: token("--t-move"), delay, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" },
  );
  flying.add(flight);
  flight.onfinish = flight.oncancel = () => flying.delete(flight);
}

/** Ends every flight; cards are where they belong. */
export function land(): void {
  for (const flight of flying) flight.finish();
}

const rect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();

/** Where everything is before a change; the answer is called after it. */
export function watchFlights(): (laid: { seat: number; faces: string[] }[], drawn: boolean) => Promise<void> {
  if (!moves() || document.hidden) return () => Promise.resolve();
  land();
  const hand = new Map<string, DOMRect>();
  const rects = new Map<string, DOMRect[]>();
  for (const card of document.querySelectorAll<HTMLElement>("[data-card]")) {
    const box = (card.querySelector("svg") ?? card).getBoundingClientRect();
    hand.set(card.dataset.card!, box);
    const face = card.dataset.face!;
    rects.set(face, [...(rects.get(face) ?? []), box]);
  }
  const talon = rect("[data-talon]");
  return async (laid, drawn) => {
    await tick();
    for (const { seat, faces } of laid) {
      const plate = rect(`[data-seat="${seat}"] .ava`);
      const cards = document.querySelectorAll(`[data-play="${seat}"] svg`);
      cards.forEach((card, i) => {
        const from = rects.get(faces[i] ?? "")?.shift() ?? plate;
        if (from) fly(card, from);
      });
    }
    if (!drawn || !talon) return;
    const fresh = [...document.querySelectorAll<HTMLElement>("[data-card]")].filter((card) => !hand.has(card.dataset.card!));
    const gap = Math.min(token("--t-deal"), DEALT_WITHIN / Math.max(1, fresh.length));
    fresh.forEach((card, i) => fly(card.querySelector("svg") ?? card, talon, i * gap));
  };
}
