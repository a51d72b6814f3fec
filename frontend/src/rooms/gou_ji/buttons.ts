/** The two buttons of Gou Ji: what is chosen and what it is, and the pass.  Questions have their answers beside them. */
import { said, t } from "../../words";
import type { ChoiceView } from "../../protocol";
import { writtenPlay } from "../../words/cards";
import { buttonWords, wordsOf } from "../../words/game";
import { othersTask, questionOf, saysOf, taskOf } from "./asking";
import { isAsked, isLocked, off, onlyPass, passBeforehand, type Button, type Moment, type Second } from "../../table/buttons";
import { hintWords, waitingFor } from "../general/buttons";
import { boardOf } from "./game";

const chosenWords = ({ choosing }: Moment) => writtenPlay(choosing.cards.map(({ kind }) => kind));

/** What the eye sees by itself is not said. */
const PLAIN = new Set(["single", "several", "return"]);

/** What there is to say of the chosen set: what it is, and what it brings. */
function aboutIt({ game, table }: Moment, choice: ChoiceView): string {
  const words = PLAIN.has(choice.kind) ? undefined : wordsOf(game).kinds[choice.kind];
  return [...(words ? [said(words)] : []), ...saysOf(game, table, choice)].join(" · ");
}

export function solid(moment: Moment): Button {
  const { table, choosing, late } = moment;
  const board = boardOf(table)!;
  const chosen = choosing.cards.length;
  const x = chosen ? chosenWords(moment) : "";
  const ready = chosen ? t("gj_kept_ready", { x }) : "";
  if (late) return off(t("stored_wait"));
  if (table.deal!.over) return off(t("deal_over"));
  if (isLocked(table, table.you)) return { label: t("take_back"), why: "", deed: "take_back" };
  if (!isAsked(table, table.you)) return off(waitingFor(table, "waiting_seat"), ready || othersTask(moment.game, table));
  const question = questionOf(moment);
  if (question?.replies.length) return off(t("answer_first"), ready);
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
  return { label, why: aboutIt(moment, reading) || hintWords(choosing), deed: "lay" };
}

const returned = ({ table }: Moment) => boardOf(table)!.tributes.find(({ to }) => to === table.you)?.n ?? 0;

/** A duel is between two, and giving way in it is no plain pass; who has passed is not asked again in the trick. */
const mayWish = ({ table }: Moment) => !boardOf(table)!.duel && !table.seats[table.you ?? 0]!.chips.some(({ chip }) => chip === "passed");

export function second(moment: Moment): Second {
  const { game, table, choosing } = moment;
  const board = boardOf(table)!;
  const beforehand = mayWish(moment) && passBeforehand(moment);
  if (beforehand) return beforehand;
  const asked = isAsked(table, table.you);
  const why = !asked ? t("not_your_turn") : choosing.pass ? "" : t(board.phase === "leading" ? "must_lead" : "answer_first");
  const label = asked && choosing.pass?.kind === "clear" ? t("gj_clear") : buttonWords(game, "pass");
  const button: Button = why ? off(label, why) : { label, why, deed: "pass", sends: { action: choosing.pass!.action, cards: [] } };
  return { ...button, solid: onlyPass(moment) && !choosing.cards.length };
}
