/** Which face each of those has who sit together: no two of them look alike, and a name keeps its face as long as nobody before it has the same. */
import { animals, things } from "../cards/portraits";
import { botName } from "../words";

export interface Sitting {
  name: string;
  player: string;
}

export interface Portrait {
  /** of the drawing */
  symbol: string;
  /** the ground of a person; bots have none */
  ground: number | null;
}

export const GROUNDS = 6;

/** A number of a name that is the same everywhere. */
function numberOf(name: string): number {
  let number = 7;
  for (const letter of name) number = (number * 31 + letter.codePointAt(0)!) % 1_000_003;
  return number;
}

/** The first that is free from here on, round and round; any where all are taken. */
function freeFrom(first: number, among: number, taken: Set<number>): number {
  for (let i = 0; i < among; i++) {
    const one = (first + i) % among;
    if (!taken.has(one)) {
      taken.add(one);
      return one;
    }
  }
  return first;
}

/** The thing a bot is named after; -1 where it has another name. */
const thingOf = (name: string) => things.findIndex((thing) => thing === name || botName(thing) === name);

/** Those of whom only the names are told: whoever is called as bots are is taken for one. */
export const sittingBy = (names: readonly string[]): Sitting[] => names.map((name) => ({ name, player: thingOf(name) >= 0 ? "bot" : "person" }));

/** The faces of those who sit together, null on an empty chair. */
export function portraitsOf(seats: readonly Sitting[]): (Portrait | null)[] {
  const [beasts, used, grounds] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const { name, player } of seats) if (player === "bot" && thingOf(name) >= 0) used.add(thingOf(name));
  return seats.map(({ name, player }) => {
    if (player === "empty") return null;
    const number = numberOf(name);
    if (player !== "bot") {
      const animal = animals[freeFrom(number % animals.length, animals.length, beasts)]!;
      return { symbol: `f-${animal}`, ground: freeFrom(Math.floor(number / animals.length) % GROUNDS, GROUNDS, grounds) };
    }
    const own = thingOf(name);
    return { symbol: `f-${things[own >= 0 ? own : freeFrom(number % things.length, things.length, used)]}`, ground: null };
  });
}
