/**
 * What a game is at a table in the browser.  `rooms/general` plays any game from choices, hand, seats, plays and words; a room of its own
 * replaces what it shows or says otherwise.  A page chooses once (`roomOf`) and hands the room on: no part asks which game it is.
 */
import type { Component } from "svelte";

import type { IconName } from "../cards/icons";
import type { GameView, Replay, ReplayStep, TableView } from "../protocol";
import type { Question, Talk } from "../table/asking";
import type { BeatName } from "../table/beats";
import type { Button, Moment, Second } from "../table/buttons";
import type { Choosing } from "../table/choosing.svelte";
import type { Cloth, Trick } from "../table/cloth";
import type { Holding } from "../table/keys";
import type { HeldCard } from "../table/matching";
import type { Plate } from "../table/plates";
import type { Fact } from "../words/game";
import type { Face } from "./faces";

/** What lies on the runner. */
export interface ClothProps {
  game: GameView;
  table: TableView;
  cloth: Cloth;
  choosing: Choosing;
  /** seats in turn order from your own */
  order: number[];
  /** where each seat is on the screen */
  spots: number[];
  /** what you have chosen, as it would lie there */
  ghost: readonly string[];
  onstack: (n: number) => void;
  room: Room;
}

export interface LaidProps {
  /** what was laid, or shown */
  fact: Fact;
}

export interface HandProps extends PartProps {
  choosing: Choosing;
  /** somebody else plays these cards just now */
  idle: boolean;
  onplay: () => void;
  /** a card is pointed at, or in the focus; "" when none is */
  onlook: (face: string) => void;
}

/** A part that shows something of the table. */
export interface PartProps {
  game: GameView;
  table: TableView;
}

/** How the last trick was decided. */
export interface LastTrickProps extends PartProps {
  trick: Trick;
  onsection: (section: string) => void;
}

/** What one knows of one's own hand. */
export interface AdviceProps extends PartProps {
  choosing: Choosing;
  /** face of the card that is looked at */
  looked: string;
  onsection: (section: string) => void;
}

/** Who got what in a deal that is over, and why. */
export interface AccountProps extends PartProps {
  onsection: (section: string) => void;
}

/** One step of a finished deal, all hands open. */
export interface OpenProps {
  game: GameView;
  names: readonly string[];
  record: Replay;
  step: ReplayStep;
  /** what each seat did last in this trick */
  last: readonly (Fact | null)[];
  trick: number;
  /** whose play is to be beaten */
  owner: number | null;
  /** who has just acted */
  actor: number | null;
  /** seats in turn order, the one looked from first */
  order: readonly number[];
  dealer: number | null;
  room: Room;
}

/** How a chip of a plate looks. */
export interface ChipLook {
  style?: "act" | "good" | "lamp" | "seal";
  icon?: IconName;
  /** small plates leave it to the ear, and to the log */
  minor?: boolean;
  /** the cloth or another part of the plate shows it */
  elsewhere?: boolean;
  /** says how many cards a seat has, where only that may be told roughly */
  counts?: boolean;
  /** how it came to the play; it is not said any more once that has begun */
  early?: boolean;
  /** of the next trick: not shown while one lies there that was won */
  next?: boolean;
  /** the seat takes no part in what goes on, or has finished */
  seat?: "aside" | "out";
}

/** What is said of a deal that is over. */
export interface Outcome {
  headline: string;
  /** has this chair won? */
  won: boolean;
  /** the play that ended it */
  lastPlay: Fact | undefined;
}

/** How a record is cut into moves. */
export interface Moves {
  /** events that begin a move of their own; the others belong to the move before them */
  begins: ReadonlySet<string>;
  /** how a deal begins: whichever comes first */
  opens: ReadonlySet<string>;
  /** events that are marked on the line of time, each by the phrase or the chip that names the mark */
  marks: Readonly<Record<string, Mark>>;
  /** what is laid has a kind, and can be turned into another */
  turns: boolean;
}

export interface Mark {
  name: string;
  /** somebody has finished, or something begins */
  style: "out" | "begin";
}

/** What lies on the table beside the hands. */
export interface Piles {
  talon?: number;
  captured?: readonly number[];
  pot?: number;
}

export interface Room extends Face {
  // -- parts
  readonly Cloth: Component<ClothProps>;
  /** the plays on the runner have less height each */
  readonly dense: boolean;
  readonly Hand: Component<HandProps>;
  /** a play as it lies on the table */
  readonly Laid: Component<LaidProps>;
  /** one of the marks that the words of the game explain, as it is drawn on cards or at seats */
  readonly Sign?: Component<{ name: string }>;
  /** shown in place of a hand, to a seat that plays no more */
  instead(table: TableView): Component<PartProps> | null;
  /** under the log */
  readonly Extra: Component<PartProps> | null;
  readonly LastTrick: Component<LastTrickProps> | null;
  advice(table: TableView): Component<AdviceProps> | null;
  account(table: TableView): Component<AccountProps> | null;
  readonly Open: Component<OpenProps>;

  // -- the page
  /** classes of the page: what has a place of its own there */
  frame(table: TableView): readonly ("noted" | "captures" | "spread" | "knowing")[];
  /** beside the title */
  about(game: GameView, table: TableView): string[];
  /** the button beside the solid one has much to say */
  readonly wordy: boolean;
  /** things can be said beside the play */
  readonly talks: boolean;

  // -- seats
  plate(game: GameView, table: TableView, seat: number): Plate | null;
  /** undefined for one that is newer than this page: it is told plainly */
  chip(chip: Readonly<Record<string, unknown>>): ChipLook | undefined;
  /** pieces that each seat has taken; null in games that count none */
  captured(table: TableView): readonly number[] | null;
  /** something is still shared out: nobody has cards to count */
  sharing(table: TableView): boolean;

  // -- the trick
  /** by whom a cleared trick is won: who played last and highest, whom the fact names, or in rounds that can be looked through */
  readonly won: "owner" | "named" | "rounds";
  /** pieces that lie face down and are turned up together; null in games without any */
  trick(table: TableView, facts?: readonly Fact[]): Trick | null;
  /** the last of them that was decided, as it lay then */
  decided(table: TableView, facts?: readonly Fact[]): Trick | null;
  /** stacks in the order in which these facts tell that they were taken, and by whom */
  taken(facts: readonly Fact[], table: TableView): { stack: number; seat: number }[];

  /** facts that have a beat of their own */
  readonly beats: Readonly<Record<string, BeatName>>;
  /** the sign of the seal that is pressed on a play that makes the deal dearer; "" where plays bear it themselves */
  readonly seal: string;

  // -- asking
  solid(moment: Moment): Button;
  second(moment: Moment): Second | null;
  question(moment: Moment): Question | null;
  talk(moment: Moment): Talk[];
  /** whom one waits for */
  waiting(table: TableView): string;
  /** what part of the deal it is, and what is asked: a selection and a refusal belong to one of them */
  stage(table: TableView): { phase: string; asks: string };

  // -- the hand
  arranged(hand: readonly HeldCard[]): HeldCard[];
  /** sorts it otherwise, and says how */
  sort(): string;
  /** which of several readings is meant is asked beside the hand */
  readonly names: boolean;
  holding(choosing: Choosing): Holding;
  /** whose keys the list of keys names */
  keys(choosing: Choosing): Holding;

  // -- for the ear
  /** how much a seat holds, and what it did last */
  holds(game: GameView, table: TableView, seat: number): string[];
  /** your turn, and what there is to beat or to answer */
  turn(game: GameView, table: TableView): string;
  readonly loud: ReadonlySet<string>;
  /** what makes the deal dearer for everybody is heard more loudly */
  dearer(table: TableView): number;
  /** who won a deal that is over, where its end tells that */
  winners(table: TableView): readonly number[] | null;

  // -- the log
  /** nothing can be told of it yet */
  quiet(fact: Fact): boolean;
  /** what follows of itself is told in one breath */
  readonly joins: boolean;
  /** what a seat did that laid nothing, in a word */
  word(game: GameView, fact: Fact): string;

  // -- the end
  outcome(game: GameView, table: TableView): Outcome;
  /** who won the session; "" where the winners' names say it */
  evening(game: GameView, table: TableView): string;
  /** what each seat has on the table; null where nobody plays for that */
  stakes(table: TableView): number[] | null;

  // -- a record
  readonly moves: Moves;
  piles(board: Readonly<Record<string, unknown>>): Piles;
  /** what is shown, and how it lies for those who had to play */
  label(game: GameView, fact: Fact): string;
}

/** The board as a room types it; null before the first deal, and where nothing is told of it. */
export function boardIn<Board>(table: TableView): Board | null {
  const board = table.deal?.board;
  return board && Object.keys(board).length ? (board as unknown as Board) : null;
}
