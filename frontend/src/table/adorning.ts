/** What goes with each change of a table: cards that travel, sounds, and sentences for the ear. */
import type { GameView, TableView } from "../protocol";
import type { Fact } from "../words/game";
import { beat, beatOf } from "./beats";
import { decorated } from "./decorations";
import { facesOf } from "./facts";
import { sweep, watchFlights, watchStacks } from "./flights";
import { heard, soundsOf } from "./hearing";
import type { LiveTable } from "./live.svelte";
import { sound } from "./sounds";

interface Page {
  game(): GameView | undefined;
  /** the page's own part in a change, before any decoration */
  changed(facts: Fact[], before: TableView | null, after: TableView): void;
  /** says a sentence politely */
  tell(sentence: string): void;
}

/** Puts all of it around a table's changes; each by itself, so that none keeps another back. */
export function adorn(live: LiveTable, page: Page): void {
  let flights: ReturnType<typeof watchFlights> | null = null;
  let stacks: ReturnType<typeof watchStacks> | null = null;
  live.before = () => {
    flights = decorated(watchFlights, null);
    stacks = decorated(watchStacks, null);
  };
  live.after = (facts, before, after) => {
    page.changed(facts, before, after);
    const laid = facts.filter(({ event }) => event === "laid" || event === "sealed");
    const drawn = facts.some(({ event }) => event === "drew");
    const dealt = facts.some(({ event }) => event === "dealt");
    const flown = decorated(() => flights?.(laid.map((fact) => ({ seat: fact.seat as number, faces: facesOf(fact) })), drawn, dealt), undefined);
    flown?.catch(console.error);
    decorated(() => stacks?.(live.roomOf(after).taken(facts, after)), undefined);
    const happened = decorated(() => beatOf(live.roomOf(after), facts, before, after), null);
    if (happened) beat(happened).catch(console.error);
    const game = page.game();
    if (!game) return;
    const sentence = decorated(() => heard(game, facts, after), "");
    if (sentence) page.tell(sentence);
    for (const name of decorated(() => soundsOf(live.roomOf(after), facts, before, after), [])) sound(name);
  };
  live.swept = sweep;
}
