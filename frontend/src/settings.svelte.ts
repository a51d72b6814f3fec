/** What a person prefers, kept in this browser alone. */
import type { Language } from "./words";

export type Sorting = "low" | "high" | "groups";
export type Volume = "off" | "soft" | "middle" | "loud";
export type MoneySorting = "suits" | "numbers";

/** What was last agreed for a game, offered again next time. */
export interface House {
  seats: number;
  variant: string;
  changes: Record<string, string>;
  clock: string;
  bots: string;
  deals: number;
}

export interface Preferences {
  language: Language;
  theme: "auto" | "light" | "dark";
  fourColours: boolean;
  /** Latin letters on discs; "auto" shows them to whoever does not read Chinese here */
  letters: "auto" | "on" | "off";
  volume: Volume;
  keys: boolean;
  doubleTap: boolean;
  motion: "auto" | "on" | "off";
  /** when the table passes for whoever can only pass, and does what is the only thing that can be done */
  passing: "never" | "bots" | "always";
  sorting: Sorting;
  /** of a hand of chess pieces */
  pieceSorting: Sorting;
  /** of a hand of money cards */
  moneySorting: MoneySorting;
  name: string;
  /** the game chosen last */
  game: string;
  /** the game chosen last in each room */
  within: Record<string, string>;
  house: Record<string, House>;
  /** games whose lesson was begun, or offered at a first table */
  learned: Record<string, boolean>;
  /** whether one is told by this browser when it is one's turn */
  told: boolean;
}

const SHELF = "qipai.settings";

/** Traditional script for those whose browser asks for it or for a region that writes it. */
export function languageOf(tags: readonly string[]): Language {
  for (const tag of tags) {
    const parts = tag.toLowerCase().split("-");
    if (parts[0] === "en") return "en";
    if (parts[0] === "zh" || parts[0] === "yue" || parts[0] === "hak") {
      if (parts.includes("hans")) return "zh-Hans";
      return parts.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) || parts[0] === "yue" ? "zh-Hant" : "zh-Hans";
    }
  }
  return "en";
}

/** Reads what was kept; undefined where it is something else. */
type Reader<Kept> = (kept: unknown) => Kept | undefined;

const oneOf = <Word extends string>(...words: readonly Word[]): Reader<Word> => (kept) => words.find((word) => word === kept);
const text: Reader<string> = (kept) => (typeof kept === "string" ? kept : undefined);
const yesOrNo: Reader<boolean> = (kept) => (typeof kept === "boolean" ? kept : undefined);
const count: Reader<number> = (kept) => (Number.isInteger(kept) && (kept as number) > 0 ? (kept as number) : undefined);
const entries = (kept: unknown) => (typeof kept === "object" && kept !== null && !Array.isArray(kept) ? Object.entries(kept) : undefined);

/** By name; what cannot be read is left out. */
const each = <Kept>(read: Reader<Kept>): Reader<Record<string, Kept>> => (kept) => {
  const named = entries(kept)?.map(([name, one]) => [name, read(one)] as const);
  return named && (Object.fromEntries(named.filter(([, one]) => one !== undefined)) as Record<string, Kept>);
};

type Readers<Kept> = { [Name in keyof Kept]: Reader<Kept[Name]> };

/** Of what was kept, all that can be read. */
function readBy<Kept extends object>(readers: Readers<Kept>, kept: unknown): Partial<Kept> {
  const found = Object.fromEntries(entries(kept) ?? []);
  const read = Object.entries<Reader<unknown>>(readers).map(([name, reader]) => [name, reader(found[name])] as const);
  return Object.fromEntries(read.filter(([, one]) => one !== undefined)) as Partial<Kept>;
}

const HOUSE: Readers<House> = { seats: count, variant: text, changes: each(text), clock: text, bots: text, deals: count };
const house: Reader<House> = (kept) => {
  const read = readBy(HOUSE, kept);
  return Object.keys(HOUSE).every((name) => name in read) ? (read as House) : undefined;
};

const sorting = oneOf<Sorting>("low", "high", "groups");
const choice = oneOf("auto", "on", "off");
const PREFERENCES: Readers<Preferences> = {
  language: oneOf<Language>("en", "zh-Hans", "zh-Hant"),
  theme: oneOf("auto", "light", "dark"),
  fourColours: yesOrNo,
  letters: choice,
  volume: oneOf<Volume>("off", "soft", "middle", "loud"),
  keys: yesOrNo,
  doubleTap: yesOrNo,
  motion: choice,
  passing: oneOf("never", "bots", "always"),
  sorting,
  pieceSorting: sorting,
  moneySorting: oneOf<MoneySorting>("suits", "numbers"),
  name: text,
  game: text,
  within: each(text),
  house: each(house),
  learned: each(yesOrNo),
  told: yesOrNo,
};

/** The preferences in a text that was kept; an older version, or somebody else, may have written it. */
export function preferencesIn(kept: string | null): Partial<Preferences> {
  return readBy(PREFERENCES, JSON.parse(kept ?? "{}"));
}

function remembered(): Partial<Preferences> {
  try {
    return preferencesIn(localStorage.getItem(SHELF));
  } catch {
    return {}; // storage that is switched off, or holds somebody else's text: start afresh
  }
}

export const settings: Preferences = $state({
  language: languageOf(navigator.languages),
  theme: "auto",
  fourColours: true,
  letters: "auto",
  volume: "middle",
  keys: true,
  doubleTap: false,
  motion: "auto",
  passing: "bots",
  sorting: "low",
  pieceSorting: "high",
  moneySorting: "suits",
  name: "",
  game: "",
  within: {},
  house: {},
  learned: {},
  told: false,
  ...remembered(),
});

/** Puts the preferences on the page and keeps them; called once, by the page that holds all others. */
export function applySettings(): void {
  const root = document.documentElement;
  $effect(() => {
    root.lang = settings.language;
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    root.dataset.colours = settings.fourColours ? "four" : "two";
    root.dataset.motion = settings.motion;
  });
  $effect(() => {
    const kept = JSON.stringify(settings);
    try {
      localStorage.setItem(SHELF, kept);
    } catch {
      // storage is switched off: the preferences last as long as the page
    }
  });
}

/** Whether things may move: the person's word, else the device's. */
export function moves(): boolean {
  return settings.motion === "auto" ? !matchMedia("(prefers-reduced-motion: reduce)").matches : settings.motion === "on";
}

/** Whether discs carry their Latin letters: the person's word, else where another language than Chinese is spoken. */
export function showsLetters(): boolean {
  return settings.letters === "auto" ? !settings.language.startsWith("zh") : settings.letters === "on";
}
