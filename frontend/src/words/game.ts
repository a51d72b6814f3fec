/** A game's own words: names of kinds, lines of the log, the points of the house rules. */
import type { GameView } from "../protocol";
import { fill, listed, said, signed, t, type Values, type Words } from ".";
import { faceText, writtenPlay } from "./cards";

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

/** Whose doing a fact is. */
export function seatOf(fact: Fact): number | undefined {
  return (fact.seat ?? fact.dealer ?? fact.leader ?? undefined) as number | undefined;
}

/** The values of a fact as they are said: a play as it is read, cards by their faces, points with their sign. */
function valuesOf(fact: Fact): Values {
  const values: Values = {};
  for (const [field, value] of Object.entries(fact)) {
    if (typeof value === "number") values[field] = value;
    else if (Array.isArray(value) && field === "cards") values[field] = listed(value.map(faceText));
  }
  if (typeof fact.action === "string") values.cards = writtenPlay(fact.action);
  return values;
}

/** A line of the log: what happened, to a reader on chair `you`; "" for what is not told. */
export function tell(game: GameView, fact: Fact, names: readonly string[], you: number | null): string {
  const { events } = wordsOf(game);
  const event = fact.event === "laid" && fact.lead ? "led" : String(fact.event);
  const line = (seat: number | undefined, values: Values) => {
    const words = (seat === you && events[`${event}_own`]) || events[event];
    return words ? fill(said(words), { ...values, name: names[seat ?? -1] ?? "" }) : "";
  };
  if (Array.isArray(fact.points)) return listed(fact.points.map((points, seat) => line(seat, { points: signed(points) })));
  return line(seatOf(fact), valuesOf(fact));
}

/** How many play: "2–6", over several games the fewest and the most. */
export function playersOf(games: readonly GameView[]): string {
  const seats = games.flatMap((game) => game.seats);
  const [least, most] = [Math.min(...seats), Math.max(...seats)];
  return least === most ? String(least) : `${least}–${most}`;
}

/** A house rule's value as people call it. */
export function valueName(game: GameView, option: string, value: string): string {
  const words = game.options.find(({ name }) => name === option)?.value_words[value];
  return words ? said(words) : value;
}

/** A sentence about house rules, with names and values as they stand in the form: `draw_rule=all` is “Who draws: everybody”. */
export function inFormWords(game: GameView, sentence: string): string {
  const named = sentence.replace(/\b([a-z]+(?:_[a-z]+)*)(?:\s?=\s?(\w+))?/g, (text, name: string, value?: string) => {
    const option = game.options.find((candidate) => candidate.name === name);
    if (!option || (value === undefined && !name.includes("_"))) return text;
    return value === undefined ? quoted(said(option.title)) : quoted(`${said(option.title)}${t("colon")}${valueName(game, name, value)}`);
  });
  return named.replace(/(?<=\p{Script=Han}) (?=[“「])|(?<=[”」]) (?=\p{Script=Han})/gu, "");
}

function quoted(text: string): string {
  return t("quoted", { text });
}
