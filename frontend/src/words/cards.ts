/** Plays, cards and discs in words: what the eye reads on a button and what the ear is told of a face. */
import { FACE_DOWN, isPiece, PIECES, type Piece } from "../cards/faces";
import { countsRanks, moneyNames } from "../cards/pack.svelte";
import { settings, showsLetters } from "../settings.svelte";
import { listed, phrase, said, t } from ".";

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

const NUMERALS = "〇一二三四五六七八九";
const MONEY_SUITS = "SGKC";

/**
 * Money cards suit by suit, the highest first, as the game calls its suits: 9-8 Sip, 4 Gon; 九八拾、四贯.  One alone has its own name,
 * and of several with one number that is said once: 8 Sip-Gon-Sok; 八拾贯索.
 */
function writtenMoney(faces: readonly string[]): string {
  const { cards, suits } = moneyNames()!;
  if (faces.length === 1) return cards[faces[0]!] ? said(cards[faces[0]!]!) : faces[0]!;
  const english = settings.language === "en";
  const suitsHeld = [...MONEY_SUITS].filter((suit) => faces.some((face) => face.length > 1 && face.endsWith(suit))).map((suit) => said(suits[suit]!));
  if (suitsHeld.length === faces.length && new Set(faces.map((face) => face[0])).size === 1) {
    const rank = Number(faces[0]![0]);
    return english ? `${rank} ${suitsHeld.join("-")}` : NUMERALS[rank] + suitsHeld.join("");
  }
  const ranksOf = (suit: string) => faces.filter((face) => face.length > 1 && face.endsWith(suit)).map((face) => Number(face[0])).sort((a, b) => b - a);
  const parts = [...MONEY_SUITS].flatMap((suit) => {
    const ranks = ranksOf(suit);
    if (!ranks.length) return [];
    return english ? `${ranks.join("-")} ${said(suits[suit]!)}` : ranks.map((rank) => NUMERALS[rank]).join("") + said(suits[suit]!);
  });
  return listed([...parts, ...faces.filter((face) => face.length === 1).map(faceName)]);
}

/** Equal ranks of a set or a hand in one pile, in the order in which they come. */
export function pilesOf(ranks: readonly string[]): { rank: string; n: number }[] {
  const piles = new Map<string, number>();
  for (const rank of ranks) piles.set(rank, (piles.get(rank) ?? 0) + 1);
  return [...piles].map(([rank, n]) => ({ rank, n }));
}

const ONE_BY_ONE = 4;

/** Ranks of a large hand: a few one by one, 8-8-2; more of them in piles, 8×6 2×2. */
function writtenRanks(ranks: readonly string[]): string {
  const named = (rank: string) => (rank === "B" || rank === "R" ? t(`short_${rank}`) : rank);
  if (ranks.length > ONE_BY_ONE) return pilesOf(ranks).map(({ rank, n }) => (n > 1 ? `${named(rank)}×${n}` : named(rank))).join(" ");
  return ranks.map(named).join(settings.language === "en" ? "-" : ranks.every((rank) => named(rank).length === 1) ? "" : "\u2009");
}

/** A play or hand in notation as the chosen language writes it: 5-5-6-6, in Chinese 5566; discs 俥傌炮 or 俥R 傌H 炮C; money cards 9-8-7 Sok. */
export function writtenPlay(cards: string | readonly string[]): string {
  if (typeof cards === "string" && cards.includes("+")) return cards.split("+").map(writtenPlay).join("+"); // a body and its wings
  const parts = cardsOf(cards);
  if (moneyNames()) return writtenMoney(parts);
  if (countsRanks()) return writtenRanks(parts);
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

/** A face for a screen reader: "queen of hearts", "红心Q", "red chariot 俥", "9 Sip". */
export function faceName(face: string): string {
  const named = moneyNames()?.cards[face];
  if (named) return said(named);
  if (face === "R" || face === "B") return t(face === "R" ? "joker_R" : "joker_B");
  if (face === FACE_DOWN) return t("disc_back");
  if (isPiece(face)) return phrase(`piece_${face}`)!;
  const [rank, suit] = [face.slice(0, -1), phrase(`suit_${face.at(-1)}`)];
  return suit ? t("card_name", { rank: phrase(`rank_${rank}`) ?? rank, suit }) : face;
}

const PIPS: Record<string, string> = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** A face in a line of text: 10♥, 俥. */
export function faceText(face: string): string {
  if (isPiece(face)) return writtenPiece(face);
  return face === "R" || face === "B" ? faceName(face) : face.slice(0, -1) + (PIPS[face.at(-1)!] ?? face.at(-1));
}

const FEW_FACES = 2; // whose suits are told where suits do not matter

/** Faces in a line of text: 10♥, J♠; discs and money cards as they are written in a play. */
export function facesText(faces: readonly string[]): string {
  if (countsRanks() && faces.length > FEW_FACES) return writtenRanks(faces.map((face) => (face.length > 1 ? face.slice(0, -1) : face)));
  return moneyNames() || faces.every(isPiece) ? writtenPlay(faces) : faces.map(faceText).join(t("listing"));
}
