/** Lines of the log beside those that the server's own teller writes of the same facts: `tests/web/test_lines.py` hands them over. */
import { afterEach, describe, expect, test } from "vitest";

import type { GameView } from "../src/protocol";
import { settings } from "../src/settings.svelte";
import { LANGUAGES, type Language } from "../src/words";
import { tell, type Fact } from "../src/words/game";
import { layWords } from "../src/words/laid.svelte";

interface Told {
  game: GameView;
  words: object;
  cases: { fact: Fact; names: string[]; you: number | null; said: Record<Language, string> }[];
}

const file = import.meta.env.VITE_LINES as string | undefined;
const told = file ? ((await import(/* @vite-ignore */ file)) as { default: Record<string, Told> }).default : {};

afterEach(() => (settings.language = "en"));

describe.skipIf(!file)(file ? "lines of the log" : "lines of the log: tests/web/test_lines.py runs this", () => {
  test.each(Object.keys(told).length ? Object.keys(told) : ["nothing"])("%s", (name) => {
    const { game, words, cases } = told[name]!;
    layWords({ [name]: words });
    for (const language of LANGUAGES) {
      settings.language = language;
      const ours = cases.map(({ fact, names, you }) => tell(game, fact, names, you));
      expect(ours).toEqual(cases.map(({ said }) => said[language]));
    }
  });
});
