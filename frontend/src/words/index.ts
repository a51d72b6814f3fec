/** Everything said to people: the interface's phrases, and the game's own words as they came from the server. */
import { settings } from "../settings.svelte";
import type { en } from "./en";

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant"] as const;
export type Language = (typeof LANGUAGES)[number];

/** How each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文" };

export type Key = keyof typeof en;

/** A phrase of the game: its text in each language, as the server sends it. */
export type Words = Record<string, string>;

/** The names between braces; `{n|card|cards}` is named `n`. */
type Fields<Text extends string> = Text extends `${string}{${infer Field}}${infer Rest}`
  ? (Field extends `${infer Name}|${string}` ? Name : Field) | Fields<Rest>
  : never;

/** The phrases of a language: every key of the English list, and no field that it does not have. */
type Translation<Phrases extends Record<Key, string>> = {
  [K in Key]: Fields<Phrases[K]> extends Fields<(typeof en)[K]> ? Phrases[K] : `${K}: a field that English lacks`;
} & { [K in Exclude<keyof Phrases, Key>]: never };

function translation<const Phrases extends Record<Key, string>>(phrases: Phrases & Translation<Phrases>): Record<Key, string> {
  return phrases;
}

const FILES: Record<Language, () => Promise<Record<Key, string>>> = {
  en: async () => (await import("./en")).en,
  "zh-Hans": async () => translation((await import("./zh-Hans")).zhHans),
  "zh-Hant": async () => translation((await import("./zh-Hant")).zhHant),
};
const known: Partial<Record<Language, Record<Key, string>>> = {};

/** Loads the phrases of a language; the page begins when it has those of the chosen one. */
export async function learn(language: Language): Promise<void> {
  known[language] ??= await FILES[language]();
}

/** Changes the language, once its phrases are here; without a connection it stays. */
export async function speak(language: Language): Promise<void> {
  await learn(language).then(() => (settings.language = language), () => {});
}

/** The phrases of the chosen language. */
const phrases = (): Record<Key, string> => known[settings.language]!;

export type Values = Record<string, string | number>;

const YOU = "你";
const INSERTED = "\0"; // beside a pronoun that stands where templates expect a name

/** A template with its fields filled in.  A field without a value is reported, and left out.  Names stand apart in Chinese, 你 does not. */
export function fill(template: string, values: Values): string {
  const filled = template.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined || value === "") {
      console.error(`nothing is said for {${name}} in: ${template}`);
      return "";
    }
    if (value === YOU) return INSERTED + YOU + INSERTED;
    return one === undefined ? String(value) : Number(value) === 1 ? one : many!;
  });
  if (!filled.includes(INSERTED)) return filled;
  return filled.replace(/(\p{Script=Han}) \0/gu, "$1").replace(/\0 (?=\p{Script=Han})/gu, "").replaceAll(INSERTED, "");
}

type Needed<K extends Key> = Fields<(typeof en)[K]>;

/** A phrase in the chosen language: `t("waiting_for", {name})`.  Reactive: it changes with `settings.language`. */
export function t<K extends Key>(
  key: K,
  ...[values]: [Needed<K>] extends [never] ? [] : [values: Record<Needed<K>, string | number>]
): string {
  return fill(phrases()[key], values ?? {});
}

/** A phrase whose key was put together at run time, or undefined when there is none. */
export function phrase(key: string, values: Values = {}): string | undefined {
  const text = (phrases() as Record<string, string>)[key];
  return text === undefined ? undefined : fill(text, values);
}

/** Whether a name is a bot's; no person can take one. */
export function isBotName(name: string): boolean {
  return phrase(`bot_${name}`) !== undefined;
}

/** A bot's name in the chosen language. */
export function botName(name: string): string {
  return phrase(`bot_${name}`) ?? name;
}

/** A phrase in the form in which the server sends its own: as it is said now, whichever language is chosen later. */
export function asSent(key: Key): Words {
  return Object.fromEntries(LANGUAGES.map((language) => [language, phrases()[key]]));
}

/** A sentence of the server in the chosen language. */
export function said(words: Words): string {
  return words[settings.language]!;
}

/** The game's words in the chosen language: `say(game.words.events.laid, {name, cards})`. */
export function say(words: Words, values: Values = {}): string {
  return fill(said(words), values);
}

/** A number with a sign that can be told from a hyphen: +64, −8, 0. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** Minutes and seconds: 0:18. */
export function minutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Several names or cards in one breath. */
export function listed(parts: readonly string[]): string {
  return parts.join(t("listing"));
}
