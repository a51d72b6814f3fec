/** Plays, cards and discs in words: what the eye reads on a button and what the ear is told of a face. */
import { FACE_DOWN, isPiece, PIECES, type Piece } from "../cards/faces";
import { settings, showsLetters } from "../settings.svelte";
import { phrase, t } from ".";

const JOKER = /^[XBR]$/;

/** One card of a notation as people write it: `6X` is a six, a joker alone is called by its name, a disc by what stands on it. */
function written(card: string): string {
  if (JOKER.test(card)) return card === "X" ? t("joker") : card === "R" ? t("joker_R") : t("joker_B");
  return isPiece(card) ? writtenPiece(card) : card.replace(/[XBR]$/, "");
}

/** 俥, or 俥R where discs carry letters: no line ends between the two. */
function writtenPiece(piece: Piece): string {
  return showsLetters() ? `${PIECES[piece]}\u2060${piece[1]}` : PIECES[piece];
}

/** The cards of a notation; of `under rH-bC` too. */
function cardsOf(notation: string | readonly string[]): readonly string[] {
  return typeof notation === "string" ? notation.slice(notation.lastIndexOf(" ") + 1).split("-") : notation;
}

/** A play or hand in notation as the chosen language writes it: 5-5-6-6, in Chinese 5566; discs 俥傌炮 or 俥R 傌H 炮C. */
export function writtenPlay(cards: string | readonly string[]): string {
  const parts = cardsOf(cards);
  if (parts.length === 2 && parts.every((card) => JOKER.test(card))) return t("both_jokers");
  const named = parts.map(written);
  if (parts.every(isPiece)) return named.join(showsLetters() ? "\u00a0" : "");
  const close = settings.language !== "en" && named.every((name) => name.length === 1);
  return named.join(close ? "" : settings.language === "en" ? "-" : "\u2009");
}

/** Which cards of a notation are jokers, for marking them: [["6", true], …]. */
export function markedPlay(cards: string | readonly string[]): [text: string, joker: boolean][] {
  return cardsOf(cards).map((card) => [written(card), /[XBR]$/.test(card) && !isPiece(card)]);
}

/** A face for a screen reader: "queen of hearts", "红心Q", "red chariot 俥". */
export function faceName(face: string): string {
  if (face === "R" || face === "B") return t(face === "R" ? "joker_R" : "joker_B");
  if (face === FACE_DOWN) return t("disc_back");
  if (isPiece(face)) return phrase(`piece_${face}`)!;
  const rank = face.slice(0, -1);
  return t("card_name", { rank: phrase(`rank_${rank}`) ?? rank, suit: phrase(`suit_${face.at(-1)}`)! });
}

const PIPS: Record<string, string> = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** A face in a line of text: 10♥, 俥. */
export function faceText(face: string): string {
  if (isPiece(face)) return writtenPiece(face);
  return face === "R" || face === "B" ? faceName(face) : face.slice(0, -1) + PIPS[face.at(-1)!]!;
}

/** Faces in a line of text: 10♥, J♠; discs as they are written in a play. */
export function facesText(faces: readonly string[]): string {
  return faces.every(isPiece) ? writtenPlay(faces) : faces.map(faceText).join(t("listing"));
}
