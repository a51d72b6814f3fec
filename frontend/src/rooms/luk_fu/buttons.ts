/** The two buttons of Luk Fu: what is laid and what else could be done with it; the answers to a question; a declaration. */
import type { ChoiceView } from "../../protocol";
import { said, t } from "../../words";
import { writtenPlay } from "../../words/cards";
import { begun, buttonWords, wordsOf } from "../../words/game";
import { isAsked, isLocked, off, type Button, type Moment, type Second } from "../../table/buttons";
import { hintWords, waitingFor } from "../general/buttons";
import { boardOf } from "./rounds";

const callOf = ({ choosing }: Moment, kind: string): ChoiceView | undefined => choosing.calls.find((call) => call.kind === kind);
const kindWords = ({ game }: Moment, kind: string) => said(wordsOf(game).kinds[kind]!);

/** Sends an action whether it is legal or not: where it is not, the table says why. */
const sending = (label: string, action: string, cards: string[], legal: boolean, why = ""): Button => ({
  label,
  why,
  deed: legal ? "call" : "ask",
  sends: { action, cards },
});

/** What is chosen, as it would be led, laid to beat, or surrendered. */
function deedWords(moment: Moment, { kind, spells }: ChoiceView): string {
  const x = writtenPlay(spells);
  if (kind === "down") return t("surrender_x", { x });
  if (boardOf(moment.table)!.phase === "attacking") return t("beat_with_x", { x });
  return kind === "single" || !kind ? t("lead_x", { x }) : t("lead_kind_x", { kind: kindWords(moment, kind), x });
}

function questionWords(moment: Moment): Button {
  const { phase } = boardOf(moment.table)!;
  if (phase === "claiming") {
    const claims = callOf(moment, "claim");
    return sending(buttonWords(moment.game, claims ? "claim" : "keep"), claims ? "claim" : "keep", [], true);
  }
  return sending(buttonWords(moment.game, "play"), "play", [], true);
}

export function solid(moment: Moment): Button {
  const { table, choosing, late } = moment;
  const board = boardOf(table)!;
  const chosen = choosing.cards.length;
  if (late) return off(t("stored_wait"));
  if (table.deal!.over) return off(t("deal_over"));
  if (isLocked(table, table.you)) return { label: t("take_back"), why: "", deed: "take_back" };
  if (!isAsked(table, table.you)) return off(waitingFor(table, "waiting_seat"), chosen ? t("n_chosen", { n: chosen }) : "");
  if (board.phase === "claiming" || board.phase === "calling") return questionWords(moment);
  if (!chosen) return off(board.phase === "leading" ? t("choose_cards_lead") : t("choose_n_cards", { n: board.led!.count }));
  const x = writtenPlay(choosing.cards.map(({ kind }) => kind));
  if (choosing.asks) return off(x, t("looking_up"));
  if (choosing.reading) return { label: deedWords(moment, choosing.reading), why: hintWords(choosing), deed: "lay" };
  return { label: t("not_a_play", { x }), why: t("why_not"), deed: "ask" };
}

/** Declaring: it stays where it is all through the play, and says how many are there and how many it takes. */
function declaring(moment: Moment): Second {
  const { table, choosing } = moment;
  const { declaring } = boardOf(table)!;
  const { tricks, aged, needed } = declaring!;
  const may = callOf(moment, "declare") !== undefined;
  const label = may ? t("declare_x", { tricks, aged, n: tricks + aged }) : begun(said(wordsOf(moment.game).terms!.declare!.name));
  const why = may ? "" : t("n_of_needed", { n: tricks + aged, needed });
  if (!isAsked(table, table.you)) return { ...off(label, why), solid: false };
  return { ...sending(label, "declare", [], may, why), solid: may && !choosing.cards.length };
}

export function second(moment: Moment): Second | null {
  const { table, choosing } = moment;
  const board = boardOf(table)!;
  const asked = isAsked(table, table.you);
  const plain = (button: Button): Second => ({ ...button, solid: false });
  if (board.phase === "claiming" && asked) {
    return callOf(moment, "claim") ? plain(sending(buttonWords(moment.game, "keep"), "keep", [], true)) : plain(sending(buttonWords(moment.game, "claim"), "claim", [], false));
  }
  if (board.phase === "calling" && asked) return plain(sending(buttonWords(moment.game, "not_play"), "not_play", [], true));
  if (board.phase === "attacking" && asked) {
    const first = choosing.reading;
    const other = choosing.readings.find((reading) => reading !== first);
    const faces = choosing.faces;
    const notation = faces.join("-");
    if (other) return plain(sending(deedWords(moment, other), other.action, faces, true));
    if (first) return plain(first.kind === "down" ? sending(t("beat"), notation, faces, false) : sending(buttonWords(moment.game, "down"), `down ${notation}`, faces, false));
    return plain(off(buttonWords(moment.game, "down"), t("choose_n_cards", { n: board.led!.count })));
  }
  return board.declaring ? declaring(moment) : null;
}
