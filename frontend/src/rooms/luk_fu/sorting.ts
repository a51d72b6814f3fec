/** The order of money cards on the screen. */
import type { MoneySorting } from "../../settings.svelte";
import type { HeldCard } from "../../table/matching";

const SUITS = "SGKC";
const rankOf = ({ face }: HeldCard) => (face.length > 1 ? Number(face[0]) : 0);
const suitOf = ({ face }: HeldCard) => (face.length > 1 ? SUITS.indexOf(face[1]!) : SUITS.length);

/** Money cards suit by suit from the highest, so that runs lie together; or number by number, so that goks do.  Li Chen stands last. */
export function arrangedMoney(hand: readonly HeldCard[], sorting: MoneySorting): HeldCard[] {
  const bySuit = (a: HeldCard, b: HeldCard) => suitOf(a) - suitOf(b) || rankOf(b) - rankOf(a);
  const byNumber = (a: HeldCard, b: HeldCard) => rankOf(b) - rankOf(a) || suitOf(a) - suitOf(b);
  return [...hand].sort(sorting === "suits" ? bySuit : byNumber);
}
