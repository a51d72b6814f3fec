/** The two buttons of Gou Ji: what is chosen and what it is, and the pass.  Questions have their answers beside them. */
import { said, t } from "../words";
import type { ChoiceView } from "../protocol";
import { writtenPlay } from "../words/cards";
import { wordsOf } from "../words/game";
import { questionOf, saysOf, taskOf } from "./asking";
import type { Button, Moment } from "./buttons";
import { isAsked, isLocked, onlyPass, waitingFor } from "./buttons";
import { gouJiOf } from "./gou_ji";

type Second = Button & { solid: boolean };

const off = (label: string, why = ""): Button => ({ label, why, deed: "" });

const chosenWords = ({ choosing }: Moment) => writtenPlay(choosing.cards.map(({ kind }) => kind));

/** What the eye sees by itself is not said. */
const PLAIN = new Set(["single", "several", "return"]);

/** What there is to say of the chosen set: what it is, and what it brings. */
function aboutIt({ game, table }: Moment, choice: ChoiceView): string {
  const words = PLAIN.has(choice.kind) ? undefined : wordsOf(game).kinds[choice.kind];
  return [...(words ? [said(words)] : []), ...saysOf(game, table, choice)].join(" · ");
}

export function gouJiSolid(moment: Moment): Button {
  const { table, choosing, late } = moment;
  const board = gouJiOf(table)!;
  const chosen = choosing.cards.length;
  const x = chosen ? chosenWords(moment) : "";
  const ready = chosen ? t("gj_kept_ready", { x }) : "";
  if (late) return off(t("stored_wait"));
  if (table.deal!.over) return off(t("deal_over"));
  if (isLocked(table, table.you)) return { label: t("take_back"), why: "", deed: "take_back" };
  if (!isAsked(table, table.you)) return off(waitingFor(table), ready);
  const question = questionOf(moment.game, table, choosing);
  if (question?.replies.length) return off(t("gj_answer_first"), ready);
  if (!chosen) {
    if (board.phase === "returning") return off(t("gj_choose_return", { n: returned(moment) }));
    if (onlyPass(moment)) return off(t("nothing_follows"));
    return off(taskOf(moment.game, table));
  }
  if (board.phase === "returning" && chosen < returned(moment)) return off(t("gj_choose_return", { n: returned(moment) }), ready);
  if (choosing.asks) return off(x, t("looking_up"));
  const { reading } = choosing;
  if (!reading) return { label: t("not_a_play", { x }), why: t("why_not"), deed: "ask" };
  const label = board.phase === "returning" ? t("gj_return_x", { x }) : board.phase === "leading" ? t("lead_x", { x }) : t("play_x", { x });
  return { label, why: aboutIt(moment, reading), deed: "lay" };
}

const returned = ({ table }: Moment) => gouJiOf(table)!.tributes.find(({ to }) => to === table.you)?.n ?? 0;

export function gouJiSecond(moment: Moment): Second {
  const { table, choosing } = moment;
  const board = gouJiOf(table)!;
  const asked = isAsked(table, table.you);
  const why = !asked ? t("not_your_turn") : choosing.pass ? "" : t(board.phase === "leading" ? "must_lead" : "gj_answer_first");
  const label = t(asked && choosing.pass?.kind === "clear" ? "gj_clear" : "gj_pass");
  return { label, why, deed: why ? "" : "pass", solid: onlyPass(moment) && !choosing.cards.length };
}
