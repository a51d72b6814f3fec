/** How long one may think: for each decision, and in reserve for a whole deal. */
import type { ClockView } from "../protocol";
import { phrase, t } from "../words";

/** Seconds, by the names of the server's clocks. */
const CLOCKS: Record<string, { limit: number; bank: number } | null> = {
  none: null,
  patient: null,
  relaxed: { limit: 30, bank: 60 },
  normal: { limit: 15, bank: 30 },
  fast: { limit: 8, bank: 15 },
};

export const CLOCK_NAMES = Object.keys(CLOCKS);

/** Whether people move when they can, be it days later. */
export function isPatient(clock: string): boolean {
  return clock === "patient";
}

/** What is said of somebody without a connection: where people move when they can, that is nothing to wait for. */
export function awayWord(clock: string): string {
  return t(isPatient(clock) ? "not_here" : "reconnecting");
}

/** `relaxed: 30 s a move, 60 s in reserve` */
export function clockWords(name: string): string {
  const called = phrase(`clock_${name}`)!;
  const times = CLOCKS[name];
  return times ? t("clock_times", { name: called, ...times }) : called;
}

/** What is left of the time for the decision, or else of the reserve, in milliseconds; and which of the two runs. */
export function timeLeft({ deadline, limit }: ClockView, now: number, name: string): { left: number; of: number; reserve: boolean } {
  const left = Math.max(0, deadline - now);
  const own = Math.min(limit, (CLOCKS[name]?.limit ?? Infinity) * 1000);
  const bank = limit - own;
  return left > bank ? { left: left - bank, of: own, reserve: false } : { left, of: bank, reserve: bank > 0 };
}
