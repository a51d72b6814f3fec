/** A game's own words: names of kinds, lines of the log, the points of the house rules. */
import type { GameView } from "../protocol";
import { fill, listed, said, signed, t, type Values, type Words } from ".";
import { writtenPlay } from "./cards";

export type Fact = Record<string, unknown>;

interface GameWords {
  kinds: Record<string, Words>;
  events: Record<string, Words>;
  chips: Record<string, Words>;
  board: Record<string, Words>;
  payment: Record<string, Words>;
}

/** The words of a game by what they name. */
export function wordsOf(game: GameView): GameWords {
  return game.words as unknown as GameWords;
}

/** The values of a fact as they are said: plays written out, points with their sign. */
function valuesOf(fact: Fact): Values {
  const values: Values = {};
  for (const [field, value] of Object.entries(fact)) {
    if (field === "points") values[field] = signed(Number(value));
    else if (typeof value === "number") values[field] = value;
    else if (typeof value === "string") values[field] = writtenPlay(value);
    else if (Array.isArray(value) && value.every((part) => typeof part === "string")) values[field] = listed(value);
  }
  return values;
}

/** A line of the log: what happened, to a reader on chair `you`. */
export function tell(game: GameView, fact: Fact, names: readonly string[], you: number | null): string {
  const events = wordsOf(game).events;
  const event = String(fact.event);
  const seat = Number(fact.seat);
  const template = (seat === you && events[`${event}_own`]) || events[event]!;
  return fill(said(template), { ...valuesOf(fact), name: names[seat] ?? "" });
}

/** A house rule's value as people call it. */
export function valueName(game: GameView, option: string, value: string): string {
  const words = game.options.find(({ name }) => name === option)?.value_words[value];
  return words ? said(words) : value;
}

/** A sentence about house rules, with names and values as they stand in the form: `draw_rule=all` is “Who draws: everybody”. */
export function inFormWords(game: GameView, sentence: string): string {
  return sentence.replace(/\b([a-z]+(?:_[a-z]+)*)(?:\s?=\s?(\w+))?/g, (text, name: string, value?: string) => {
    const option = game.options.find((candidate) => candidate.name === name);
    if (!option || (value === undefined && !name.includes("_"))) return text;
    return value === undefined ? quoted(said(option.title)) : quoted(`${said(option.title)}${t("colon")}${valueName(game, name, value)}`);
  });
}

function quoted(text: string): string {
  return t("quoted", { text });
}
