/** The order of the hand on the screen.  What is low and what is high is the server's order, in which hands arrive. */
import type { MoneySorting, Sorting } from "../settings.svelte";
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

const SUITS = "SGKC";
const rankOf = ({ face }: HeldCard) => (face.length > 1 ? Number(face[0]) : 0);
const suitOf = ({ face }: HeldCard) => (face.length > 1 ? SUITS.indexOf(face[1]!) : SUITS.length);

/** Money cards suit by suit from the highest, so that runs lie together; or number by number, so that goks do.  Li Chen stands last. */
export function arrangedMoney(hand: readonly HeldCard[], sorting: MoneySorting): HeldCard[] {
  const bySuit = (a: HeldCard, b: HeldCard) => suitOf(a) - suitOf(b) || rankOf(b) - rankOf(a);
  const byNumber = (a: HeldCard, b: HeldCard) => rankOf(b) - rankOf(a) || suitOf(a) - suitOf(b);
  return [...hand].sort(sorting === "suits" ? bySuit : byNumber);
}
