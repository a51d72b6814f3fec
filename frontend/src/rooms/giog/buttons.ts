/** The two buttons of games in which pieces answer a lead, face down or up, and the question of how a row of stacks is taken. */
import type { ChoiceView, TableView } from "../../protocol";
import { replyTo, type Question } from "../../table/asking";
import { calling, callsIn, off, type Button, type Moment, type Second } from "../../table/buttons";
import { phrase, said, say, t } from "../../words";
import { writtenPlay } from "../../words/cards";
import { wordsOf } from "../../words/game";
import { general, layWords, solidOf, type Says } from "../general/buttons";
import { boardOf } from "./tricks";

const leads = (table: TableView) => boardOf(table)?.phase === "leading";

/** In which order a row of stacks is taken. */
export function questionOf({ game, table, choosing }: Moment): Question | null {
  const row = boardOf(table)?.row;
  if (!row || table.you === null || !table.deal!.to_act.includes(table.you)) return null;
  const { kinds, board, help } = wordsOf(game);
  const replies = choosing.calls.map((call) => replyTo(table, call, said(kinds[call.kind]!)));
  return { head: said(board.directing!), why: say(help!.directing!, { ...row }), cost: "", section: row.section, replies, wants: false };
}

function callWords({ game, table }: Moment, { kind }: ChoiceView): string {
  const own = boardOf(table)?.laid[table.you!]?.cards ?? [];
  return phrase(`call_${kind}`, { x: writtenPlay(own) }) ?? said(wordsOf(game).kinds[kind]!);
}

/** What is asked of a seat before it has chosen any pieces. */
function choose(table: TableView): string {
  const led = boardOf(table)?.led;
  return leads(table) || !led ? t("choose_pieces_lead") : t("choose_n_pieces", { n: led.count });
}

/** `Lead pair 炮炮`, `Lock in 兵`. */
function lay({ game, table }: Moment, reading: ChoiceView): string {
  const x = writtenPlay(reading.spells);
  if (leads(table)) {
    const words = wordsOf(game).kinds[reading.kind];
    return words ? t("lead_kind_x", { kind: said(words), x }) : t("lead_x", { x });
  }
  return reading.kind === "under" ? t("put_under_x", { x }) : layWords(table, reading);
}

/** A stack that is to be chosen, or what is called. */
function call(moment: Moment): Button | null {
  const [target] = moment.choosing.targets.values();
  if (target) return off(t(target.kind === "turn" ? "choose_stack_turn" : "choose_stack_take"));
  const [yes] = callsIn(moment.choosing);
  return yes ? calling(callWords(moment, yes), yes.action) : null;
}

const SAYS: Says = { ...general, question: questionOf, call, choose, lay };

export const solid = (moment: Moment): Button => solidOf(moment, SAYS);

/** The no to a question; nobody passes. */
export function second(moment: Moment): Second | null {
  const [, no] = questionOf(moment) ? [] : callsIn(moment.choosing);
  return no ? { ...calling(callWords(moment, no), no.action), solid: false } : null;
}
