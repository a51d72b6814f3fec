/** Questions of Gou Ji that are answered beside the hand: what is asked, what is at stake and what may be said are the server's. */
import type { ChoiceView, GameView, TableView } from "../../protocol";
import { listed, said, say, t, type Values } from "../../words";
import { writtenPlay } from "../../words/cards";
import { buttonWords, wordsOf } from "../../words/game";
import type { Question, Reply, Talk } from "../../table/asking";
import type { Moment } from "../../table/buttons";
import type { Choosing } from "../../table/choosing.svelte";
import type { Board, Tribute } from "./board";
import { boardOf, isTalk, valueOf, verbOf } from "./game";

interface Asked {
  game: GameView;
  table: TableView;
  board: Board;
  choosing: Choosing;
  you: number;
}

const nameIn = ({ table }: Pick<Asked, "table">, seat: number | null | undefined, own = t("you")) =>
  seat === null || seat === undefined ? "" : seat === table.you ? own : table.seats[seat]!.name;
const within = (asked: Pick<Asked, "table">, seat: number | null | undefined) => nameIn(asked, seat, t("you_within"));
const named = (asked: Asked, { action }: ChoiceView) => nameIn(asked, Number(valueOf(action)));

/** What each answer is called. */
const LABELS: Record<string, (asked: Asked, choice: ChoiceView) => string> = {
  taker: named,
  keep: () => t("gj_keep"),
  show: () => t("gj_show"),
  play_on: ({ game }) => buttonWords(game, "play_on"),
  revolt: () => t("gj_revolt"),
  silent: () => t("gj_silent"),
  plead: ({ game }) => buttonWords(game, "plead"),
  withdraw: () => t("gj_withdraw"),
  stay: () => t("gj_stay"),
  swap: () => t("gj_swap"),
  pay: () => t("gj_pay"),
  refuse: () => t("gj_refuse"),
  insist: () => t("gj_insist"),
  waive: () => t("gj_waive"),
  no_shao: (asked) => t("gj_no_shao", { name: within(asked, asked.board.duel?.defender) }),
  first: named,
  take: () => t("gj_take"),
  leave: () => t("gj_leave"),
  disagree: () => t("gj_disagree"),
  agree: () => t("gj_agree"),
  say: (asked, { action }) => (valueOf(action) === "more" ? t("gj_say_more") : isMain(asked, action) ? t("gj_say", { n: valueOf(action) }) : valueOf(action)),
};
/** Talk that cannot wait. */
const URGENT = new Set(["rang", "ask_wind"]);
/** Cannot be taken back and may cost much. */
const RISKS = new Set(["revolt"]);
/** So many answers stand in one row, that of the clock first. */
const ROW = 3;

const isMain = ({ table }: Pick<Asked, "table">, action: string) => action === table.deal!.default;

/** The answers to a question, but for those that take cards. */
function repliesTo(asked: Asked): Reply[] {
  const answers = asked.choosing.choices.filter(({ action, needs }) => !needs.length && verbOf(action) in LABELS);
  const leaves = answers.some(({ action }) => action === "leave");
  const replies = answers.map((answer): Reply => {
    const { action } = answer;
    const main = isMain(asked, action);
    return {
      action,
      label: LABELS[verbOf(action)]!(asked, answer),
      main,
      no: leaves ? action === "leave" : main,
      risk: RISKS.has(verbOf(action)),
      small: answers.length > ROW && !main,
      cards: [],
    };
  });
  return replies.length > ROW ? replies : replies.sort((a, b) => Number(b.main) - Number(a.main));
}

/** The tribute that one gives or gets. */
const ownTribute = ({ board, you }: Pick<Asked, "board" | "you">): Tribute | undefined =>
  board.tributes.find(({ to, state }) => to === you && state !== "refused" && state !== "waived") ?? board.tributes.find(({ from }) => from === you);

/** Said in bold under some questions. */
const COSTS: Partial<Record<Board["phase"], (asked: Asked) => string>> = {
  confirming: (asked) => t("gj_pleads", { names: listed(asked.board.pleas.map((seat) => nameIn(asked, seat))) }),
  returning: (asked) => {
    const given = ownTribute(asked)?.given;
    return given ? head(asked, "tribute_given", { x: writtenPlay(given) }) : "";
  },
  telling: (asked) => head(asked, "held", { n: asked.choosing.held.length }),
  correcting: ({ game, board }) => (board.tried ? say(wordsOf(game).events.misplayed_own!, { pieces: writtenPlay(board.tried) }) : ""),
};

const head = ({ game }: Pick<Asked, "game">, key: string, values: Values = {}) => say(wordsOf(game).board[key]!, values);

/** The question in words.  Where there are words for whoever gives, they are for that one. */
function headOf(asked: Omit<Asked, "choosing">, what: string, x: string): string {
  const { board, game, you } = asked;
  const tribute = ownTribute(asked);
  const key = tribute?.from === you && `${what}_own` in wordsOf(game).board ? `${what}_own` : what;
  const name = board.asks!.name ?? tribute?.from;
  return head(asked, key, { x, n: tribute?.n ?? 0, name: nameIn(asked, name), from: nameIn(asked, tribute?.from), to: within(asked, tribute?.to) });
}

/** Shao Pai: the set to break in with is chosen first, and the declaration is held. */
function breakingIn(asked: Asked): Partial<Question> & { replies: Reply[] } {
  const { choosing } = asked;
  const chosen = choosing.reading && verbOf(choosing.reading.action) === "shao" ? choosing.reading : undefined;
  const hold: Reply = { action: chosen?.action ?? "", label: t("gj_shao_hold"), main: false, no: false, risk: true, small: false, cards: chosen ? choosing.faces : [] };
  return {
    ...(chosen ? { head: headOf(asked, "shao_with", writtenPlay(chosen.needs)) } : {}),
    cost: chosen ? saysOf(asked.game, asked.table, chosen).join(t("between_sentences")) : t("gj_window_choose"),
    replies: [...repliesTo(asked), hold],
    wants: !chosen,
  };
}

/** What this chair is asked just now beside the play of cards; null when it is asked nothing of the kind. */
export function questionOf({ game, table, choosing }: Pick<Moment, "game" | "table" | "choosing">): Question | null {
  const board = boardOf(table);
  const { you } = table;
  if (!board?.asks || you === null || !table.deal!.to_act.includes(you)) return null;
  const { phase, asks } = board;
  const asked: Asked = { game, table, board, choosing, you };
  const replies = repliesTo(asked);
  if (!replies.length && phase !== "returning" && phase !== "correcting") return null;
  return {
    head: headOf(asked, asks.what, ""),
    why: said(wordsOf(game).help![asks.what]!),
    cost: COSTS[phase]?.(asked) ?? "",
    section: asks.section,
    replies,
    wants: false,
    ...(phase === "window" ? breakingIn(asked) : {}),
  };
}

/** What this chair is asked, as a sentence: `Beat it, or pass.` */
export function taskOf(game: GameView, table: TableView): string {
  const board = boardOf(table)!;
  return board.asks && table.you !== null ? headOf({ game, table, board, you: table.you }, board.asks.what, "") : "";
}

/** What the others are asked, where that is not the play of cards; "" where nobody may know it, or it is between two. */
export function othersTask(game: GameView, table: TableView): string {
  const board = boardOf(table);
  const words = board?.asks && board.phase !== "leading" && board.phase !== "following" ? wordsOf(game).board[board.asks.what] : undefined;
  const told = words ? said(words) : "";
  return told.includes("{") ? "" : told;
}

/** What there is to know of a choice before it is made, in the game's words. */
export function saysOf(game: GameView, table: TableView, { says }: ChoiceView): string[] {
  return says.map(({ say: what, to, ...values }) => say(wordsOf(game).says![what as string]!, { ...(values as Values), to: within({ table }, to as number | undefined) }));
}

export function talkOf({ game, table, choosing }: Pick<Moment, "game" | "table" | "choosing">): Talk[] {
  if (!boardOf(table) || table.you === null) return [];
  const why = (key: string) => said(wordsOf(game).help![key]!);
  const one = (action: string, label: string, told: string, twice = ""): Talk => ({ action, label, why: told, twice, now: URGENT.has(verbOf(action)) });
  const actor = nameIn({ table }, table.deal!.to_act[0]);
  const advised = (action: string) => {
    const cards = valueOf(action);
    return one(action, cards === "pass" ? t("gj_advise_pass", { name: actor }) : t("gj_advise", { name: actor, x: writtenPlay(cards.split("-")) }), "");
  };
  return choosing.choices
    .filter(({ action }) => isTalk(action))
    .map(({ action }) => {
      const verb = verbOf(action);
      if (verb === "count") return one(action, t("gj_count_of", { name: nameIn({ table }, Number(valueOf(action))) }), "");
      if (verb === "rang") return one(action, t("gj_rang"), t("gj_rang_q", { name: nameIn({ table }, table.deal!.to_act[0]) }));
      if (verb === "ask_wind") return one(action, buttonWords(game, verb), t("gj_wind_why"));
      if (verb === "advise") return advised(action);
      if (verb === "show_hand") return one(action, t("gj_show_hand"), why("show_hand"), t("gj_show_again"));
      return one(action, t("gj_expose"), why("expose"), t("gj_expose_again"));
    });
}
