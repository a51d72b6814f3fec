/** Taking a chair at a table to which one was led: others may have been quicker. */
import type { No, Ok, SeatView, TableView } from "../protocol";
import type { Command } from "../socket";

/** The chair is gone, or a deal has begun or ended meanwhile: there may be another one. */
const QUICKER = ["seat_taken", "reserved", "mid_deal", "not_playing"];

type Chairs = Pick<TableView, "phase" | "seats">;
type Taking = Extract<Command, { k: "sit" | "reserve" }>;

/** The commands that would take a chair of this table, the best chair first. */
function takings({ phase, seats }: Chairs, name: string): Taking[] {
  const among = (is: (seat: SeatView) => boolean) => [...seats.keys()].filter((seat) => !seats[seat]!.reserved && is(seats[seat]!));
  const bots = among(({ player }) => player === "bot");
  if (phase === "playing") return bots.map((seat) => ({ k: "reserve", seat, name }));
  if (phase !== "gathering" && phase !== "between") return [];
  // Who has left is shown as a person whom a bot plays for, until the next deal.
  const left = among(({ player, autopilot }) => player === "person" && autopilot);
  return [...among(({ player }) => player === "empty"), ...bots, ...left].map((seat) => ({ k: "sit", seat, name }));
}

/** Tries one free chair after the other, each once, until one is had or there is none; returns why not, if somebody else was not just quicker. */
export async function takeChair(table: () => Chairs, send: (command: Taking) => Promise<Ok | No>, name: string): Promise<No | null> {
  const tried = new Set<string>();
  for (;;) {
    const next = takings(table(), name).find(({ k, seat }) => !tried.has(`${k} ${seat}`));
    if (!next) return null;
    tried.add(`${next.k} ${next.seat}`);
    const answer = await send(next);
    if (answer.k === "ok") return null;
    if (!QUICKER.includes(answer.code)) return answer;
  }
}
