/** The order of the hand on the screen.  What is low and what is high is the server's order, in which hands arrive. */
import type { Sorting } from "../settings.svelte";
import type { HeldCard } from "./matching";

export function arranged(hand: readonly HeldCard[], sorting: Sorting): HeldCard[] {
  if (sorting === "low") return [...hand];
  if (sorting === "high") return [...hand].reverse();
  const groups = new Map<string, HeldCard[]>();
  for (const card of hand) groups.set(card.kind, [...(groups.get(card.kind) ?? []), card]);
  return [...groups.values()].sort((a, b) => b.length - a.length).flat();
}

const ORDER: Sorting[] = ["low", "high", "groups"];

export function nextSorting(sorting: Sorting): Sorting {
  return ORDER[(ORDER.indexOf(sorting) + 1) % ORDER.length]!;
}
