/** Cards that everybody saw, read from the log: the board tells kinds alone. */
import type { TableView } from "../../protocol";
import type { Fact } from "../../words/game";

const logOf = (table: TableView) => (table.deal?.log ?? []) as Fact[];
const piecesOf = (fact: Fact | undefined) => (fact?.pieces as string[] | undefined) ?? null;

/** The bottom cards; null while there is no landlord. */
export const bottomIn = (table: TableView): string[] | null => piecesOf(logOf(table).find(({ event }) => event === "drew"));

/** The card that lay face up in the pack. */
export const faceUpIn = (table: TableView): string | null => (logOf(table).find(({ event }) => event === "dealt")?.face_up as string | undefined) ?? null;

/** What is left of a hand that was shown; null where none was. */
export function openIn(table: TableView): string[] | null {
  const log = logOf(table);
  const shown = log.find(({ event }) => event === "laid_open");
  const hand = piecesOf(shown);
  if (!shown || !hand) return null;
  const laid = new Set(log.flatMap((fact) => (fact.event === "laid" && fact.seat === shown.seat ? (fact.cards as string[]) : [])));
  return hand.filter((face) => !laid.has(face)); // one pack: no two faces are equal
}
