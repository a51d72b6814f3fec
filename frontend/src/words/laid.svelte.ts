/** The words of the games, once the server has told them: until then a game has none. */
import type { GameWords } from "./game";

const NONE: GameWords = { kinds: {}, events: {}, chips: {}, board: {}, payment: {} };

let laid = $state.raw<Record<string, GameWords>>({});
let last: object = {};

/** Lays out the words of games by their names; once, if the same are told again. */
export function layWords(told: Record<string, object>): void {
  if (told === last) return;
  last = told;
  laid = { ...laid, ...Object.fromEntries(Object.entries(told).map(([name, words]) => [name, { ...NONE, ...words }])) };
}

/** The words of a game by what they name. */
export function wordsOf({ name }: { readonly name: string }): GameWords {
  return laid[name] ?? NONE;
}
