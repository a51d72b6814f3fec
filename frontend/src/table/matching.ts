/** From chosen cards to what they can be: only comparing with the choices that came from the server. */
import type { CardView, ChoiceView } from "../protocol";

function counts(kinds: readonly string[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const kind of kinds) count.set(kind, (count.get(kind) ?? 0) + 1);
  return count;
}

/** The legal actions that take exactly these cards: several where jokers can be read in more than one way. */
export function readingsOf(chosen: readonly CardView[], choices: readonly ChoiceView[]): ChoiceView[] {
  if (!chosen.length) return [];
  const held = counts(chosen.map(({ kind }) => kind));
  return choices.filter(
    ({ needs }) => needs.length === chosen.length && [...counts(needs)].every(([kind, n]) => held.get(kind) === n),
  );
}

/** The plays among the choices, cheapest first: what Hint goes through.  Passes and calls take no card. */
export function plays(choices: readonly ChoiceView[]): ChoiceView[] {
  return choices.filter(({ needs }) => needs.length > 0);
}

/** Can cards of these kinds be taken from a hand? */
export function covers(needs: readonly string[], hand: readonly CardView[]): boolean {
  const held = counts(hand.map(({ kind }) => kind));
  return [...counts(needs)].every(([kind, n]) => (held.get(kind) ?? 0) >= n);
}

const isPass = ({ action, needs, kind }: ChoiceView) => (kind === "pass" || action === "pass") && needs.length === 0;

/** The choice that takes no card and is called a pass, if there is one. */
export function passOf(choices: readonly ChoiceView[]): ChoiceView | undefined {
  return choices.find(isPass);
}

const NUMBER = /^\d+$/;

/** Choices that take no card and name a stack, by its number. */
export function targetsOf(choices: readonly ChoiceView[]): Map<number, ChoiceView> {
  const named = choices.filter(({ needs, spells }) => !needs.length && spells.length === 1 && NUMBER.test(spells[0]!));
  return new Map(named.map((choice) => [Number(choice.spells[0]), choice]));
}

/** Choices that are only said: they take no card, name no stack, and are no pass. */
export function callsOf(choices: readonly ChoiceView[]): ChoiceView[] {
  return choices.filter((choice) => !choice.needs.length && !isPass(choice) && !NUMBER.test(choice.spells[0] ?? ""));
}

/** A hand without cards of these faces. */
export function without(hand: readonly HeldCard[], faces: readonly string[]): HeldCard[] {
  const gone = counts(faces);
  return hand.filter(({ face }) => {
    const left = gone.get(face) ?? 0;
    gone.set(face, left - 1);
    return left <= 0;
  });
}

export interface HeldCard extends CardView {
  /** Tells equal faces of two packs apart, and stays with the card while it is held. */
  key: string;
}

/** The hand with a key for each card. */
export function keyed(hand: readonly CardView[]): HeldCard[] {
  const seen = new Map<string, number>();
  return hand.map((card) => {
    const copy = seen.get(card.face) ?? 0;
    seen.set(card.face, copy + 1);
    return { ...card, key: `${card.face}.${copy}` };
  });
}

/** Cards of these kinds: chosen ones first, so that a hint keeps what the player already holds up. */
export function cardsFor(needs: readonly string[], hand: readonly HeldCard[], chosen: ReadonlySet<string>): HeldCard[] {
  const left = [...hand].sort((a, b) => Number(chosen.has(b.key)) - Number(chosen.has(a.key)));
  return needs.flatMap((kind) => {
    const at = left.findIndex((card) => card.kind === kind);
    return at < 0 ? [] : left.splice(at, 1);
  });
}
