/** Tables for one person alone: a lesson, to whom one is offered, and playing on from a finished deal. */
import { ApiError, openLesson, openPosition } from "./api";
import type { Opened } from "./protocol";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { t, type Words } from "./words";

/** Opens a table for a game's lesson and goes there, after a last word at this one; returns why not, if it cannot be. */
export function learn(game: string, before?: () => Promise<unknown>): Promise<Words | null> {
  return open(async () => {
    const opened = await openLesson({ game, name: settings.name.trim() || t("guest") });
    settings.learned[game] = true;
    await before?.();
    return opened;
  });
}

/** Opens a table that plays on from a decision (counted from 1) of a finished deal, against bots as strong as last time, and goes there. */
export function playOn(game: string, record: string, decision: number): Promise<Words | null> {
  const bots = settings.house[game]?.bots === "noisy" ? "noisy" : "rule"; // stronger ones are not offered for every number of players
  return open(() => openPosition(record, { decision, name: settings.name.trim() || t("guest"), bots }));
}

/** Goes to a table that is opened; returns why not, if it cannot be. */
async function open(opening: () => Promise<Opened>): Promise<Words | null> {
  try {
    go((await opening()).path);
    return null;
  } catch (error) {
    return (error instanceof ApiError && error.text) || { [settings.language]: `${t("failed")} ${t("failed_why")}` };
  }
}

/** Whether a lesson of this game is to be offered now: once in this browser. */
export function offers(game: string): boolean {
  if (settings.learned[game]) return false;
  settings.learned[game] = true;
  return true;
}
