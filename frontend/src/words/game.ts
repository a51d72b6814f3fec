/** A game's own words: names of kinds, lines of the log, the points of the house rules. */
import { countsRanks } from "../cards/pack.svelte";
import type { GameView } from "../protocol";
import { settings } from "../settings.svelte";
import { fill, listed, said, say, t, type Values, type Words } from ".";
import { facesText, writtenPlay } from "./cards";
import { wordsOf } from "./laid.svelte";
import { signedPoints } from "./points";

export { wordsOf };

export type Fact = Record<string, unknown>;

/** What is explained in a sentence: a word of art or a mark. */
export interface Explained {
  name: Words;
  meaning: Words;
  section: string;
}

export interface GameWords {
  kinds: Record<string, Words>;
  events: Record<string, Words>;
  chips: Record<string, Words>;
  board: Record<string, Words>;
  payment: Record<string, Words>;
  /** why a trick went to its winner, where that is told */
  why?: Record<string, Words>;
  groups?: Record<string, Words>;
  /** what is at stake, under a question */
  help?: Record<string, Words>;
  /** what there is to know of a choice before it is made */
  says?: Record<string, Words>;
  /** kinds of games of a session */
  games?: Record<string, Words>;
  /** by their numbers; `0_long` where it stands alone */
  teams?: Record<string, Words>;
  places?: Record<string, Words>;
  /** words of art, and the marks on cards and at seats */
  terms?: Record<string, Explained>;
  marks?: Record<string, Explained>;
  /** words that mean one thing, in a list: who looks for one in the rules finds the others */
  also?: Record<string, Words>;
  /** what one has to do with the next game */
}

/** As a sentence or a button begins. */
export const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What may be done, as a button says it. */
export const buttonWords = (game: GameView, kind: string): string => begun(said(wordsOf(game).kinds[kind]!));

/** The number of a trick, as the game calls it. */
export function trickWords(game: GameView, n: number): string {
  const { trick } = wordsOf(game).board;
  return trick ? say(trick, { n }) : t("trick_n", { n });
}

/** What a game is called, without the brackets that call it experimental: the page says that beside it. */
export function titleOf(game: GameView, language: string = settings.language): string {
  const title = game.titles[language]!;
  return game.experimental ? title.replace(/\s*[(（][^)）]*[)）]$/u, "") : title;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** The values of a fact as they are said: a play as it is read, cards by their faces, players by their names. */
function valuesOf(game: GameView, fact: Fact, names: readonly string[], you: number | null): Values {
  const values: Values = {};
  const nameOf = (seat: unknown) => (seat === you ? t("you_within") : (names[seat as number] ?? ""));
  for (const [field, value] of Object.entries(fact)) {
    if (typeof value === "number") values[field] = value;
    else if (isList(value) && (field === "cards" || field === "pieces")) values[field] = facesText(value as string[]);
    else if (isList(value) && (field === "order" || field === "seats")) values.names = listed(value.map(nameOf));
    else if (isList(value) && field === "dice") values.dice = value.join(" ");
    else if (isList(value) && field === "counts") values.count = value[0] as number;
    if (field === "to") values.to = nameOf(value);
    const place = field === "place" && wordsOf(game).places?.[String(value)];
    if (place) values.place = said(place);
    if (field === "kind" || field === "group") {
      const words = wordsOf(game)[field === "kind" ? "kinds" : "groups"]?.[value as string];
      if (words) values[field] = said(words);
    }
  }
  if (typeof fact.action === "string" && fact.event === "laid") values.cards = writtenPlay(fact.action);
  if (countsRanks() && isList(fact.spells)) values.cards = writtenPlay(fact.spells as string[]);
  if (values.cards !== undefined) values.pieces ??= values.cards;
  return values;
}

/**
 * A line of the log: what happened, to a reader on chair `you`; "" for what is not told.  The sentence is that of the fact's `key`, or without
 * one of its `event`; whose doing it is, `seat` or `by`, may have a sentence of their own.
 */
export function tell(game: GameView, fact: Fact, names: readonly string[], you: number | null): string {
  const { events, why } = wordsOf(game);
  const key = String(fact.key ?? fact.event);
  const line = (seat: number | undefined, values: Values) => {
    const words = (seat === you && events[`${key}_own`]) || events[key];
    return words ? fill(said(words), { ...values, name: names[seat ?? -1] ?? "" }) : "";
  };
  if (isList(fact.points)) {
    const rows = fact.points.map((points, seat) => line(seat, { points: signedPoints(points as number, game.unit) }));
    return listed(rows.filter(Boolean)); // a session's own sums have no words
  }
  const told = line((fact.seat ?? fact.by) as number | undefined, valuesOf(game, fact, names, you));
  const reason = why?.[fact.why as string];
  return told && reason ? `${told}${t("between_sentences")}${said(reason)}` : told;
}

/** A chip of a plate: where a number has a word of its own, `place_1`, that word. */
export function chipWords(game: GameView, chip: Record<string, unknown>): string {
  const { chips } = wordsOf(game);
  const words = chips[`${chip.chip}_${chip.n}`] ?? chips[chip.chip as string];
  return words ? say(words, chip as Values) : String(chip.chip);
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

/** What the host has changed before the first deal. */
export function agreedWords(game: GameView, fact: Fact): string {
  const terms: Record<string, string> = { variant: t("house_rules"), deals: t("deals"), clock: t("clock"), level: t("bots") };
  const changed = (fact.changed as string[]).filter((name) => name in terms).map((name) => terms[name]!);
  const options = game.options.filter(({ name }) => (fact.options as string[]).includes(name)).map(({ title }) => said(title));
  return t("agreed_now", { what: listed([...changed, ...options]) });
}
