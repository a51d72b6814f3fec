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

function remembered(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(SHELF) ?? "{}");
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
