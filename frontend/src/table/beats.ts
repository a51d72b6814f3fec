/**
 * Beats: what happens seldom at a table moves once, for less than a second.  A beat begins when the page already shows everything, waits for
 * nothing, and a press anywhere or the next change ends it.  Each is of something that all are told.
 */
import { tick } from "svelte";

import type { TableView } from "../protocol";
import type { Room } from "../rooms/room";
import type { Fact } from "../words/game";
import { isPlay } from "./facts";
import { move, still, token } from "./flights";

/** A play that makes the deal dearer; two who face each other; a play that breaks in; a seat that has finished. */
export type BeatName = "bomb" | "duel" | "burn" | "out";

export interface Beat {
  name: BeatName;
  seat: number;
}

/** One beat at a time: the first of these. */
const ORDER: BeatName[] = ["burn", "duel", "bomb", "out"];

const OUT = 1.35; // how far a ring of stitches runs outward
const EASE = "cubic-bezier(.2, .7, .2, 1)";

/** Whose play in these facts makes the deal dearer for everybody; null where none does. */
export function dearerBy(room: Room, facts: readonly Fact[], before: TableView | null, after: TableView): number | null {
  const play = facts.find((fact) => fact.event === "laid" && isPlay(fact));
  return play && before && room.dearer(after) > room.dearer(before) ? (play.seat as number) : null;
}

/** Which beat a change has, as the room names what happened. */
export function beatOf(room: Room, facts: readonly Fact[], before: TableView | null, after: TableView): Beat | null {
  const found = facts.flatMap(({ event, seat }): Beat[] => {
    const name = room.beats[event as string];
    return name ? [{ name, seat: seat as number }] : [];
  });
  const dearer = dearerBy(room, facts, before, after);
  if (dearer !== null) found.push({ name: "bomb", seat: dearer });
  return found.sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))[0] ?? null;
}

/** Shows a beat, once what it is about is on the page. */
export async function beat({ name, seat }: Beat): Promise<void> {
  if (still()) return;
  await tick();
  const whole = token(`--t-${name}`);
  BEATS[name](seat, (from, to) => ({ id: `beat ${name}`, delay: from * whole, duration: (to - from) * whole, easing: EASE, fill: "backwards" }));
}

/** The seal of a session that was won, as it is pressed on the sheet. */
export function press(seal: Element): void {
  if (!still()) move(seal, PRESSED, { id: "beat won", duration: token("--t-won"), easing: EASE, fill: "backwards" });
}

/** The time of a part of a beat, between two moments of it. */
type Part = (from: number, to: number) => KeyframeAnimationOptions;

const PRESSED: Keyframe[] = [{ opacity: 0, scale: 1.9 }, { opacity: 1, scale: 1 }];

const laidBy = (seat: number) => document.querySelector(`[data-play="${seat}"] .row`);

const BEATS: Record<BeatName, (seat: number, part: Part) => void> = {
  bomb(seat, part) {
    const row = laidBy(seat);
    if (!row) return;
    move(row, [{ scale: 1.12, rotate: "-3deg", filter: "drop-shadow(0 10px 8px var(--shade))" }, { scale: 1, rotate: "0deg", filter: "none" }], part(0, 0.28));
    const ring = beside(row, 10, "border: 2px dashed var(--ink-2); border-radius: 4px");
    move(ring, [{ opacity: 0.9, scale: 1 }, { opacity: 0, scale: OUT }], { ...part(0.28, 0.66), fill: "both" }, () => ring.remove());
    pressOn(seat, part(0.66, 1));
  },
  duel(_, part) {
    for (const plate of document.querySelectorAll(".seat.aside")) move(plate, [{ backgroundColor: "var(--panel)" }, {}], part(0, 0.3));
    const line = document.querySelector<SVGElement>("svg[data-from]");
    const at = line?.dataset.from;
    if (line) move(line, [{ clipPath: `circle(0% at ${at})` }, { clipPath: `circle(150% at ${at})` }], part(0.3, 0.8));
    const lantern = document.querySelector(".seat.turn .lantern");
    if (lantern) move(lantern, [{ opacity: 0, translate: "0 -8px" }, { opacity: 1, translate: "0 0" }], part(0.8, 1));
  },
  burn(seat, part) {
    const row = laidBy(seat);
    if (!row) return;
    const edge = beside(row, 0, "border-bottom: 4px solid var(--seal-mark); transform-origin: 0 100%");
    move(edge, [{ transform: "scaleX(0)" }, { transform: "none" }], { ...part(0, 0.7), fill: "both" }, () => edge.remove());
    pressOn(seat, part(0.7, 1));
  },
  out(seat, part) {
    const plate = document.querySelector(`[data-seat="${seat}"]`);
    if (plate) move(plate, [{ transform: "perspective(500px) rotateX(90deg)" }, { transform: "none" }], part(0, 1));
  },
};

function pressOn(seat: number, timing: KeyframeAnimationOptions): void {
  const seal = document.querySelector(`[data-play="${seat}"] .stamp`);
  if (seal) move(seal, PRESSED, timing);
}

/** Something laid over the page around an element, which takes no press. */
function beside(element: Element, margin: number, style: string): HTMLElement {
  const { x, y, width, height } = element.getBoundingClientRect();
  const over = document.createElement("div");
  over.setAttribute("aria-hidden", "true");
  over.style.cssText = `${style};position:fixed;left:${x - margin}px;top:${y - margin}px;width:${width + 2 * margin}px;height:${height + 2 * margin}px;pointer-events:none;z-index:var(--z-note)`;
  document.body.append(over);
  return over;
}
