/** What is asked before the play: the role of landlord, the open hand, the doubling; and what was answered. */
import type { ChoiceView, GameView, TableView } from "../../protocol";
import { said, t } from "../../words";
import { begun, buttonWords, wordsOf, type Fact } from "../../words/game";
import { replyTo, type Question } from "../../table/asking";
import { isAsked, type Moment } from "../../table/buttons";
import { kindOf } from "../../table/facts";
import { beatSentence } from "../../table/sentences";
import { boardIn } from "../room";
import type { Board } from "./board";

interface Asked {
  /** in the keys of the game's words: `ask_call`, `why_call`, `no_call` */
  what: "call" | "grab" | "bid" | "show" | "double";
  section: string;
}

const ASKED: Record<string, Asked> = {
  call: { what: "call", section: "3.2" },
  grab: { what: "grab", section: "3.3" },
  bid_1: { what: "bid", section: "8.1" },
  bid_2: { what: "bid", section: "8.1" },
  bid_3: { what: "bid", section: "8.1" },
  show: { what: "show", section: "8.4" },
  double: { what: "double", section: "3.6" },
};

/** The question is known by what may be said beside `no`. */
const askedBy = (calls: readonly ChoiceView[]): Asked | undefined => calls.map(({ kind }) => ASKED[kind]).find((asked) => asked);

export function questionOf({ game, table, choosing }: Moment): Question | null {
  const asked = isAsked(table, table.you) ? askedBy(choosing.calls) : undefined;
  if (!asked) return null;
  const { board, kinds } = wordsOf(game);
  const labelOf = ({ kind }: ChoiceView) => begun(said(kind === "no" ? board[`no_${asked.what}`]! : kinds[kind]!));
  return {
    head: said(board[`ask_${asked.what}`]!),
    why: said(board[`why_${asked.what}`]!),
    cost: "",
    section: asked.section,
    replies: choosing.calls.map((call) => replyTo(table, call, labelOf(call))),
    wants: false,
  };
}

/** Your turn, and what is asked or is to be beaten. */
export function turn(game: GameView, table: TableView): string {
  const asked = boardIn<Board>(table)?.phase === "play" ? undefined : askedBy(table.deal?.choices ?? []);
  return asked ? `${t("your_turn")}${t("clause")}${said(wordsOf(game).board[`ask_${asked.what}`]!)}` : beatSentence(game, table);
}

interface Answer {
  /** when it is asked */
  phase: Board["phase"];
  /** key of the kinds, */
  yes?: string;
  /** or to what it says no */
  no?: Asked["what"];
}

const ANSWERS: Record<string, Answer> = {
  called: { phase: "bidding", yes: "call" },
  grabbed: { phase: "bidding", yes: "grab" },
  bid: { phase: "bidding" },
  declined: { phase: "bidding", no: "call" },
  did_not_grab: { phase: "bidding", no: "grab" },
  showed: { phase: "showing", yes: "show" },
  did_not_show: { phase: "showing", no: "show" },
  doubled: { phase: "doubling", yes: "double" },
  did_not_double: { phase: "doubling", no: "double" },
  passed: { phase: "play", yes: "pass" },
};

export const answered = Object.keys(ANSWERS);

/** The part of the deal in which this is answered. */
export const phaseOf = (event: unknown): string | undefined => ANSWERS[String(event)]?.phase;

/** What was answered, in a word. */
export function wordOf(game: GameView, fact: Fact): string {
  const { board } = wordsOf(game);
  const { yes, no } = ANSWERS[String(fact.event)] ?? {};
  if (no) return begun(said(board[`no_${no}`]!));
  const kind = fact.event === "bid" ? `bid_${String(fact.count)}` : yes;
  return kind ? buttonWords(game, kind) : kindOf(fact, game) || String(fact.action);
}
