/** A game's own words: names of kinds, lines of the log, the points of the house rules. */
import { countsRanks } from "../cards/pack.svelte";
import type { GameView } from "../protocol";
import { settings } from "../settings.svelte";
import { fill, listed, said, say, t, type Values, type Words } from ".";
import { facesText, writtenPlay } from "./cards";
import { signedPoints } from "./points";

export type Fact = Record<string, unknown>;

interface GameWords {
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
  /** what one has to do with the next game */
  places_next?: Record<string, Words>;
}

/** The words of a game by what they name. */
export function wordsOf(game: GameView): GameWords {
  return game.words as unknown as GameWords;
}

/** What a game is called, without the brackets that call it experimental: the page says that beside it. */
export function titleOf(game: GameView, language: string = settings.language): string {
  const title = game.titles[language]!;
  return game.experimental ? title.replace(/\s*[(（][^)）]*[)）]$/u, "") : title;
}

/** Whose doing a fact is. */
export function seatOf(fact: Fact): number | undefined {
  const order = fact.order as number[] | undefined;
  return (fact.seat ?? fact.dealer ?? fact.leader ?? fact.winner ?? fact.first ?? order?.[0] ?? undefined) as number | undefined;
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
    if (field === "to" || field === "from") values[field] = nameOf(value);
    const place = field === "place" && wordsOf(game).places?.[String(value)];
    if (place) values.place = said(place);
    if (field === "kind" || field === "group") {
      const words = wordsOf(game)[field === "kind" ? "kinds" : "groups"]?.[value as string];
      if (words) values[field] = said(words);
    }
  }
  if (typeof fact.action === "string" && fact.event === "laid") values.cards = writtenPlay(fact.action);
  if (countsRanks() && isList(fact.spells)) values.cards = writtenPlay(fact.spells as string[]);
  return values;
}

/** What a fact may be called in the game's words, the most particular first. */
function namesOf(fact: Fact): string[] {
  const event = String(fact.event);
  if (event === "cleared" && fact.winner === null) return ["cleared_none"];
  if (event === "told" && fact.more) return ["told_more"];
  if (event === "passed" && fact.duel) return ["passed_duel", event];
  if (event === "pleaded" && !fact.pleads) return ["pleaded_not"];
  if (event !== "laid") return typeof fact.kind === "string" ? [`${event}_${fact.kind}`, event] : [event];
  if (fact.lead) return fact.down ? ["led"] : ["led_up", "led"];
  return fact.under ? ["laid_under"] : fact.down ? ["laid"] : ["laid_up", "laid"];
}

/** A line of the log: what happened, to a reader on chair `you`; "" for what is not told. */
export function tell(game: GameView, fact: Fact, names: readonly string[], you: number | null): string {
  const { events, why } = wordsOf(game);
  const event = namesOf(fact).find((name) => name in events);
  const seen = fact.pieces !== undefined || fact.cards !== undefined;
  const line = (seat: number | undefined, values: Values, name = event) => {
    const words = (seat === you && events[`${name}_own`]) || (seen && events[`${name}_seen`]) || events[name ?? ""];
    return words ? fill(said(words), { ...values, name: names[seat ?? -1] ?? "" }) : "";
  };
  if (isList(fact.points)) return listed(fact.points.map((points, seat) => line(seat, { points: signedPoints(points as number, game.unit) })));
  const told = line(seatOf(fact), valuesOf(game, fact, names, you));
  const reason = why?.[fact.why as string];
  return told && reason ? `${told}${t("between_sentences")}${said(reason)}` : told;
}

/** A chip of a plate: where a number has a word of its own, `place_1`, that word. */
export function chipWords(game: GameView, chip: Record<string, unknown>): string {
  const { chips } = wordsOf(game);
  return say(chips[`${chip.chip}_${chip.n}`] ?? chips[chip.chip as string]!, chip as Values);
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
