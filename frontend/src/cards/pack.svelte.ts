/**
 * Whose cards the page shows.  `9S` is a spade in the French pack and 9 Sip among the money cards, and a page shows the cards of one
 * game at a time: whoever shows a game lays its pack.
 */
import type { GameView } from "../protocol";
import type { Words } from "../words";
import { wordsOf } from "../words/laid.svelte";

export type Pack = "french" | "money";

interface Names {
  /** of each card, by its face */
  cards: Record<string, Words>;
  /** of each suit, by its letter */
  suits: Record<string, Words>;
}

let names = $state.raw<Names | null>(null);
let large = $state(false);

/** Shows the cards of a game from here on; the money cards are called by its own names. */
export function layPack(game: GameView | null | undefined, pack: Pack = "french"): void {
  names = game && pack === "money" ? (wordsOf(game) as unknown as Names) : null; // a table may be told before the games are
  large = game?.hand === "columns";
}

/** Are cards called by their ranks, as many at a time as there are alike? */
export function countsRanks(): boolean {
  return large;
}

export function shownPack(): Pack {
  return names ? "money" : "french";
}

/** What the game calls its cards and suits; null where that is known without asking it. */
export function moneyNames(): Names | null {
  return names;
}
