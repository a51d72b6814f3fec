/** How a finished deal is told in a list. */
import type { MyGame } from "../../protocol";
import { settings } from "../../settings.svelte";
import { listed, phrase, t } from "../../words";

/** A moment as people write it; the year only where it is another one. */
export function dayOf(at: number, now = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  const year = then.getFullYear() === today.getFullYear() ? {} : ({ year: "numeric" } as const);
  return then.toLocaleString(settings.language, { ...year, month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** The day alone, for the ends of a scale. */
export const dateOf = (at: number): string => new Date(at).toLocaleDateString(settings.language, { year: "numeric", month: "short", day: "numeric" });

/** Who else sat there: people by their names, bots by their number and level. */
export function others({ seats, seat }: MyGame): string {
  const people = seats.filter(({ level }, place) => !level && place !== seat).map(({ name }) => name);
  const levels = seats.flatMap(({ level }) => (level ? [level] : []));
  const level = new Set(levels).size === 1 ? phrase(`level_${levels[0]}`) : undefined;
  const bots = levels.length ? [level ? t("mine_bots_of", { n: levels.length, level }) : t("mine_bots", { n: levels.length })] : [];
  return listed([...people, ...bots]);
}
