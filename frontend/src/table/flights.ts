/**
 * Cards that travel: the page changes at once, then what moved is shown to come from where it was (FLIP).
 * Nothing waits for a flight, and a press anywhere ends all of them.
 */
import { tick } from "svelte";

import { moves } from "../settings.svelte";

const DEALT_WITHIN = 1_200;
/** A deal: until the last card has left, and what is seen of the cards of each other seat. */
const DEAL_WITHIN = 600;
const BACKS = 3;
const BACK = [22, 31] as const;

const flying = new Set<Animation>();

const rect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();

export function token(name: string): number {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
}

/** Moves something until a press ends that; called back when it is over. */
export function move(element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions, over: () => void = () => {}): void {
  const flight = element.animate(frames, timing);
  flying.add(flight);
  flight.onfinish = flight.oncancel = () => {
    flying.delete(flight);
    over();
  };
}

function fly(element: Element, from: DOMRect, delay = 0, id = ""): void {
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const scale = from.width / to.width;
  move(
    element,
    [
      { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`, transformOrigin: "0 0" },
      { transform: "none", transformOrigin: "0 0" },
    ],
    { id, duration: token("--t-move"), delay, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" },
  );
}

/** A likeness of something that leaves the page, on its way to a seat; it is gone when it arrives. */
function send(element: Element, from: DOMRect, seat: number, delay = 0): void {
  const to = rect(`[data-seat="${seat}"] .ava`);
  if (!to || !from.width) return;
  const likeness = element.cloneNode(true) as HTMLElement;
  likeness.setAttribute("aria-hidden", "true");
  likeness.style.cssText = `position:fixed;left:${from.x}px;top:${from.y}px;width:${from.width}px;height:${from.height}px;margin:0;pointer-events:none;z-index:var(--z-note)`;
  document.body.append(likeness);
  move(
    likeness,
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${to.x + to.width / 2 - from.x - from.width / 2}px, ${to.y + to.height / 2 - from.y - from.height / 2}px) scale(.4)`, opacity: 0.3 },
    ],
    { duration: token("--t-move"), delay, easing: "cubic-bezier(.4, 0, .6, 1)", fill: "both" },
    () => likeness.remove(),
  );
}

/** Nothing may move, or nobody sees it. */
export const still = () => !moves() || document.hidden;

/** The pieces of a trick go to the seat that won it. */
export function sweep(winner: number): void {
  if (still()) return;
  land();
  for (const piece of document.querySelectorAll("[data-play] .piece > svg.front")) send(piece, piece.getBoundingClientRect(), winner);
}

/** Where the stacks stand before a change; the answer sends those that are taken to their takers, in the order in which they are taken. */
export function watchStacks(): (taken: { stack: number; seat: number }[]) => void {
  if (still()) return () => {};
  const stacks = new Map<number, { discs: Element[]; boxes: DOMRect[] }>();
  for (const stack of document.querySelectorAll<HTMLElement>("[data-stack]")) {
    const discs = [...stack.querySelectorAll("svg")];
    stacks.set(Number(stack.dataset.stack), { discs, boxes: discs.map((disc) => disc.getBoundingClientRect()) });
  }
  return (taken) => {
    const gap = Math.min(token("--t-deal"), DEALT_WITHIN / Math.max(1, taken.length));
    taken.forEach(({ stack, seat }, i) => {
      const { discs, boxes } = stacks.get(stack) ?? { discs: [], boxes: [] };
      discs.forEach((disc, j) => send(disc, boxes[j]!, seat, i * gap));
    });
  };
}

/** Ends every flight; cards are where they belong. */
export function land(): void {
  for (const flight of flying) flight.finish();
}

/** A new hand is dealt: from the middle of the cloth, one's own cards one after the other, backs to the others. */
function deal(cards: Element[]): void {
  const cloth = rect("[data-talon]") ?? rect(".cloth");
  if (!cloth?.width) return;
  const [width, height] = BACK;
  const from = new DOMRect(cloth.x + (cloth.width - width) / 2, cloth.y + (cloth.height - height) / 2, width, height);
  const gap = Math.min(token("--t-deal"), DEAL_WITHIN / Math.max(1, cards.length));
  cards.forEach((card, i) => fly(card, from, i * gap, "deal"));
  const others = [...document.querySelectorAll<HTMLElement>(".seat:not(.you)")];
  for (let round = 0; round < BACKS; round++) {
    others.forEach((plate, i) => {
      const back = document.createElement("div");
      const paper = back.appendChild(document.createElement("div"));
      paper.style.cssText = "height:100%;border:2px solid var(--back-2);border-radius:3px;background:var(--back)";
      send(back, from, Number(plate.dataset.seat), ((round * others.length + i) * DEAL_WITHIN) / (BACKS * others.length));
    });
  }
}

/** Where everything is before a change; the answer is called after it. */
export function watchFlights(): (laid: { seat: number; faces: string[] }[], drawn: boolean, dealt: boolean) => Promise<void> {
  if (still()) return () => Promise.resolve();
  land();
  const hand = new Map<string, DOMRect>();
  const rects = new Map<string, DOMRect[]>();
  for (const card of document.querySelectorAll<HTMLElement>("[data-card]")) {
    const box = (card.querySelector("svg") ?? card).getBoundingClientRect();
    hand.set(card.dataset.card!, box);
    const faces = card.dataset.faces ?? card.dataset.face ?? ""; // a dreamer's cards have none
    for (const face of faces.split(" ").filter(Boolean)) rects.set(face, [...(rects.get(face) ?? []), box]);
  }
  const talon = rect("[data-talon]");
  return async (laid, drawn, dealt) => {
    await tick();
    for (const { seat, faces } of laid) {
      const plate = rect(`[data-seat="${seat}"] .ava`);
      const cards = document.querySelectorAll(`[data-play="${seat}"] svg:not(.behind)`);
      cards.forEach((card, i) => {
        const from = rects.get(faces[i] ?? "")?.shift() ?? plate;
        if (from) fly(card, from);
      });
    }
    const fresh = [...document.querySelectorAll<HTMLElement>("[data-card]")].filter((card) => !hand.has(card.dataset.card!));
    if (dealt) return deal(fresh.map((card) => card.querySelector("svg") ?? card));
    if (!drawn || !talon) return;
    const gap = Math.min(token("--t-deal"), DEALT_WITHIN / Math.max(1, fresh.length));
    fresh.forEach((card, i) => fly(card.querySelector("svg") ?? card, talon, i * gap));
  };
}
