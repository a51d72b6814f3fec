/** The sections of a rule book: which have a number, and what a table has agreed on otherwise than they say. */
import type { GameView, OptionView } from "../../protocol";

/** Some parts have a word for their address instead of a number, which nobody needs to see. */
export const isNumbered = (number: string): boolean => /^\d/.test(number);

export const isChapter = (number: string): boolean => !number.includes(".");

export const chapterOf = (number: string): string => number.split(".")[0]!;

export function changesOf(game: GameView, rules: Readonly<Record<string, string>> | undefined): OptionView[] {
  return rules ? game.options.filter((option) => rules[option.name] !== option.default) : [];
}
