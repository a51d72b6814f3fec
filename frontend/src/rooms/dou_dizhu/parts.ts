/** What a play is drawn from. */

export interface Parts {
  /** cards that lie together: each trio or pair of a run, or the whole body */
  body: string[][];
  /** each pair, or each card */
  wings: string[][];
  /** the wings have a line of their own */
  beneath: boolean;
  /** how wide the widest line is, in cards */
  units: number;
}

/** Cards of one rank in a run of trios or pairs. */
const GROUPS: Record<string, number> = { pair_sequence: 2, airplane: 3, airplane_singles: 3, airplane_pairs: 3 };
const PAIRED = new Set(["trio_pair", "airplane_pairs", "four_pairs"]);
const BESIDE = 2; // wings that lie beside the body
/** How many pairs or trios of a run lie in one line. */
const ACROSS: Record<number, number> = { 2: 3, 3: 2 };
const ACROSS_A_PHONE: Record<number, number> = { 2: 2, 3: 1 };
const STEP = 0.66; // of cards that lie over each other
const WING = 0.8; // their size
const GAP = 0.15;

const cut = (faces: readonly string[], n: number): string[][] =>
  Array.from({ length: Math.ceil(faces.length / n) }, (_, i) => faces.slice(i * n, (i + 1) * n));
const wide = (n: number) => 1 + STEP * (n - 1);

/** The cards of a fact come with the body first; its action says how many those are. */
export function partsOf(action: unknown, kind: unknown, faces: readonly string[], phone = false): Parts {
  const [body = ""] = String(action).split("+");
  const cards = Math.min(faces.length, body.split("-").length);
  const size = GROUPS[String(kind)];
  const groups = size ? cut(faces.slice(0, cards), size) : [faces.slice(0, cards)];
  const wings = cut(faces.slice(cards), PAIRED.has(String(kind)) ? 2 : 1);
  const winged = faces.length - cards;
  const beneath = winged > BESIDE || (winged > 0 && groups.length > 1);
  const across = size ? Math.min(groups.length, (phone ? ACROSS_A_PHONE : ACROSS)[size]!) : 1;
  const width = size ? across * (wide(size) + GAP) : wide(cards);
  const beside = winged && !beneath ? WING * (wings.length * (wide(wings[0]!.length) + GAP)) : 0;
  return { body: groups, wings, beneath, units: Number((width + beside).toFixed(2)) };
}
