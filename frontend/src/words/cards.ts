/** Plays and cards in words: what the eye reads on a button and what the ear is told of a card. */
import { settings } from "../settings.svelte";
import { phrase, t } from ".";

const JOKER = /^[XBR]$/;

/** One card of a notation as people write it: `6X` is a six, a joker alone is called by its name. */
function written(card: string): string {
  if (JOKER.test(card)) return card === "X" ? t("joker") : card === "R" ? t("joker_R") : t("joker_B");
  return card.replace(/[XBR]$/, "");
}

/** A play or hand in notation as the chosen language writes it: 5-5-6-6, in Chinese 5566. */
export function writtenPlay(cards: string | readonly string[]): string {
  const parts = typeof cards === "string" ? cards.split("-") : cards;
  if (parts.length === 2 && parts.every((card) => JOKER.test(card))) return t("both_jokers");
  const named = parts.map(written);
  const close = settings.language !== "en" && named.every((name) => name.length === 1);
  return named.join(close ? "" : settings.language === "en" ? "-" : "\u2009");
}

/** Which cards of a notation are jokers, for marking them: [["6", true], …]. */
export function markedPlay(cards: string | readonly string[]): [text: string, joker: boolean][] {
  const parts = typeof cards === "string" ? cards.split("-") : cards;
  return parts.map((card) => [written(card), /[XBR]$/.test(card)]);
}

/** A face for a screen reader: "queen of hearts", "红心Q". */
export function faceName(face: string): string {
  if (face === "R" || face === "B") return t(face === "R" ? "joker_R" : "joker_B");
  const rank = face.slice(0, -1);
  return t("card_name", { rank: phrase(`rank_${rank}`) ?? rank, suit: phrase(`suit_${face.at(-1)}`)! });
}

const PIPS: Record<string, string> = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** A face in a line of text: 10♥. */
export function faceText(face: string): string {
  return face === "R" || face === "B" ? faceName(face) : face.slice(0, -1) + PIPS[face.at(-1)!]!;
}
