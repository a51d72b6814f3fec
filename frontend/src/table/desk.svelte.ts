/** What a person does at a table: the buttons, the hand, the keys, and what the table answers. */
import { tick } from "svelte";

import type { Tab } from "../parts/log/Rail.svelte";
import type { GameView, No } from "../protocol";
import type { Room } from "../rooms/room";
import type { Command } from "../socket";
import { ApiError, beKnown } from "../api";
import { learn, playOn } from "../lessons";
import { go } from "../router.svelte";
import { moves, settings } from "../settings.svelte";
import { said, t, type Words } from "../words";
import { writtenPlay } from "../words/cards";
import { wordsOf } from "../words/game";
import { takeChair } from "./arriving";
import type { Reply } from "./asking";
import { isAsked, isLocked, onlyPass, type Moment } from "./buttons";
import { Choosing } from "./choosing.svelte";
import type { LiveTable } from "./live.svelte";
import type { Note } from "./notes";
import { narrow } from "./screen";

const SENT_LATE = 400; // milliseconds after which the wait for an answer is shown
const ASK_AFTER = 150; // milliseconds without a change before a selection is put to the server
const SHOWN_FOR = 600; // milliseconds for which a lesson shows a choice before it is played
const TYPED_WITHIN = 900; // milliseconds between the figures of a stack's number

export class TableDesk {
  choosing: Choosing;
  note = $state.raw<Note | null>(null);
  announced = $state("");
  tab = $state<Tab>("log");
  railOpen = $state(false);
  section = $state("");
  sheet = $state<"menu" | "keys" | "talk" | "advice" | "trick" | null>(null);

  #sending = $state(false);
  #late = $state(false);
  #typed = { figures: "", at: 0 };

  #live: LiveTable;
  #game: () => GameView | undefined;
  #room: () => Room;

  table = $derived.by(() => this.#live.view);
  you = $derived(this.table?.you ?? null);
  own = $derived(this.table && this.you !== null ? this.table.seats[this.you]! : null);
  asked = $derived(this.table !== null && isAsked(this.table, this.you));
  moment = $derived.by<Moment | null>(() => {
    const game = this.#game();
    return this.table && game ? { game, table: this.table, choosing: this.choosing, late: this.#late, wishes: this.#live.wishes } : null;
  });
  question = $derived.by(() => this.moment && this.#room().question(this.moment));
  talk = $derived.by(() => (this.moment ? this.#room().talk(this.moment) : []));
  solid = $derived.by(() => (this.moment ? this.#room().solid(this.moment) : { label: "", why: "", deed: "" as const }));
  second = $derived.by(() => this.moment && this.#room().second(this.moment));

  constructor(live: LiveTable, game: () => GameView | undefined, room: () => Room) {
    [this.#live, this.#game, this.#room] = [live, game, room];
    this.choosing = new Choosing(() => live.view, room);
  }

  // -- what the table says

  #refuse({ text, section }: { text: Words; section: string }, head = ""): void {
    this.note = { head, text: said(text), section, refusal: true };
  }

  /** Not a refusal: something worth knowing. */
  #tell(text: string): void {
    this.note = { head: "", text, section: "", refusal: false };
  }

  /** Why a chair would be nobody's after a reload, in a browser that keeps no cookies; null for everybody else. */
  async #stranger(): Promise<{ text: Words; section: string } | null> {
    return beKnown().then(
      () => null,
      (error) => (error instanceof ApiError && error.text && !error.status ? { text: error.text, section: "" } : null),
    );
  }

  // -- what is sent

  /** Sends a command and says why when it is refused; returns that sentence, or "". */
  send = async (command: Command): Promise<string> => {
    const stranger = command.k === "sit" ? await this.#stranger() : null;
    if (stranger) return this.#refuse(stranger), said(stranger.text);
    const answer = await this.#live.send(command);
    if (answer.k !== "no") return "";
    this.#refuse(answer as No);
    return said((answer as No).text);
  };

  /** Takes a chair, for somebody who was led here to sit down; if others were quicker, one looks on. */
  arrive = async (): Promise<void> => {
    const refusal = (await this.#stranger()) ?? await takeChair(() => this.table!, (command) => this.#live.send(command), settings.name.trim() || t("guest"));
    if (refusal) this.#refuse(refusal);
  };

  async perform(action: string, cards: string[]): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    const stop = this.#live.world.after(SENT_LATE, () => (this.#late = true));
    const answer = await this.#live.act(action, cards);
    stop();
    this.#sending = this.#late = false;
    if (answer.k === "no") this.#refuse(answer);
  }

  /** Too many choices to be sent: puts what is chosen to the server, once the hand rests; returns how to stop. */
  askLater(): () => void {
    return this.#live.world.after(ASK_AFTER, () => void this.choosing.ask((faces) => this.#live.ask(faces)));
  }

  /** Lays what is chosen, or says why that cannot be. */
  lay = async (): Promise<void> => {
    const { choosing } = this;
    const faces = choosing.faces;
    const may = this.asked || isLocked(this.table!, this.you);
    if (choosing.reading && may) return this.perform(choosing.reading.action, faces);
    const why = await this.#live.ask(faces);
    const head = t("refused", { x: writtenPlay(choosing.cards.map(({ kind }) => kind)) });
    if (why.k !== "why" || !why.choices.length) this.#refuse(why, head);
    else if (may) void this.perform(why.choices[0]!.action, faces);
    else this.#tell(t("not_your_turn"));
  };

  async #takeBack(): Promise<void> {
    const faces = this.table!.deal?.answer?.cards ?? [];
    this.#sending = true;
    const answer = await this.#live.takeBack();
    this.#sending = false;
    if (answer.k === "no") this.#refuse(answer);
    else this.choosing.take(faces);
  }

  // -- buttons

  /** Says what a question offers.  Cards that are kept ready for something else stay chosen. */
  answer = ({ action, cards }: Reply): void => {
    if (!this.own?.autopilot) void this.perform(action, cards);
  };

  say = (action: string): void => {
    this.sheet = null;
    void this.perform(action, []);
  };

  /** What a hand does by itself, by a double tap or a throw: it lays, and takes nothing back. */
  play = (): void => {
    if (!this.own?.autopilot && this.choosing.cards.length) void this.lay();
  };

  /** The solid button: what it says, and nothing else. */
  press = (): void => {
    const { moment, solid, choosing } = this;
    if (!moment || this.own?.autopilot || this.#sending) return;
    if (solid.deed === "take_back") void this.#takeBack();
    else if (this.question?.replies.length) this.#decide(this.question.replies);
    else if (solid.sends) void this.perform(solid.sends.action, solid.sends.cards);
    else if (choosing.cards.length) void this.lay();
    else if (onlyPass(moment)) this.pass();
  };

  /** The solid answer; with cards chosen for another one that has to be held, this other one is at hand. */
  #decide(replies: readonly Reply[]): void {
    const held = this.choosing.cards.length ? document.querySelector<HTMLElement>("#question [data-hold]:not([aria-disabled=true])") : null;
    if (held) {
      held.focus();
      held.click();
    } else this.answer(replies.find(({ main }) => main) ?? replies[0]!);
  }

  /** The button beside it. */
  pass = (): void => {
    const { asked, question, second } = this;
    const no = question?.replies.find((reply) => reply.no);
    if (no) this.answer(no);
    else if (second?.deed === "wish") void this.wish(!second.pressed);
    else if (asked && second?.sends) void this.perform(second.sends.action, second.sends.cards);
    else if (second) this.#tell(asked ? second.why : t("not_your_turn"));
  };

  /** Lets the table pass when one's turn comes, or keeps it from acting. */
  wish = async (on: boolean): Promise<void> => {
    const answer = await this.#live.passOnTurn(on);
    if (answer.k === "no") this.#refuse(answer);
  };

  /** What the table is about to do by itself, in a sentence; "" for nothing. */
  automatic = $derived.by(() => {
    const { wishes } = this.#live;
    const choice = wishes?.acting && this.asked ? this.choosing.choices.find(({ action }) => action === wishes.acting) : undefined;
    if (choice && !wishes!.beforehand) {
      if (choice === this.choosing.pass) return t("passing_for_you");
      const game = this.#game();
      const word = game && wordsOf(game).kinds[choice.kind];
      return t("only_one_thing", { x: choice.spells.length ? writtenPlay(choice.spells) : word ? said(word) : choice.action });
    }
    return wishes?.beforehand ? t("will_pass") : "";
  });
  /** Why nothing else can be done: beside what the table does by itself, and where one does it oneself that is more than a pass. */
  reason = $derived.by(() => {
    const alone = this.asked ? this.table?.deal?.alone : null;
    return alone && (this.acting || !this.choosing.pass) ? alone : null;
  });
  /** It is being done: it may still be kept from it. */
  acting = $derived.by(() => Boolean(this.#live.wishes?.acting) && this.asked);

  chooseStack = (n: number): void => {
    const choice = this.choosing.targets.get(n);
    if (choice) void this.perform(choice.action, []);
  };

  hint = (): void => {
    if (!this.asked && !isLocked(this.table!, this.you)) this.#tell(t("not_your_turn"));
    else if (this.question?.replies.length) this.#tell(t("answer_first"));
    else if (!this.choosing.hint()) this.#tell(this.choosing.targets.size ? this.solid.label : t(this.asked ? "no_hint" : "take_back_first"));
  };

  /** All others are bots, and there is a choice: the best available player may be asked. */
  advisable = $derived.by(() => {
    const { table, you } = this;
    if (!table || you === null || !this.asked || this.own?.autopilot || table.lesson?.now) return false;
    return (table.deal?.choices.length ?? 0) > 1 && table.seats.every(({ player }, seat) => seat === you || player !== "person");
  });

  /** Asks what the best available player would do, once a decision; after that shows it again. */
  advise = async (): Promise<void> => {
    if (this.#live.advised && this.#live.advised.state !== "failed") {
      this.sheet = "advice";
      return;
    }
    const answer = await this.#live.advise();
    if (answer.k === "no") this.#refuse(answer);
    else this.sheet = "advice";
  };

  /** Chooses the cards of what was advised. */
  takeAdvice = (): void => {
    const advised = this.#live.advised?.choices[0];
    this.sheet = null;
    if (advised) this.choosing.lift(advised.choice);
  };

  sort = (): void => {
    this.announced = this.#room().sort();
  };

  // -- a lesson

  /** Lifts the cards with which the lesson goes on, and plays them a moment later. */
  showMe = async (): Promise<void> => {
    if (this.#sending) return;
    this.#sending = true;
    const answer = await this.#live.showMe();
    const choice = answer.k === "why" ? answer.choices[0] : undefined;
    if (choice) {
      this.choosing.lift(choice);
      if (moves()) await new Promise<void>((go) => this.#live.world.after(SHOWN_FOR, go));
    }
    this.#sending = false;
    if (choice) await this.perform(choice.action, this.choosing.faces);
    else if (answer.k === "no") this.#refuse(answer);
  };

  skipStop = async (): Promise<void> => {
    if (this.#sending) return;
    this.#sending = true;
    const answer = await this.#live.skipStop();
    this.#sending = false;
    if (answer.k === "no") this.#refuse(answer);
  };

  learnAgain = async (): Promise<void> => {
    const refusal = await learn(this.table!.game, () => this.#live.send({ k: "leave_lesson" }));
    if (refusal) this.#refuse({ text: refusal, section: "" });
  };

  /** Begins once more with the position of a finished deal that this table began with. */
  tryAgain = async (): Promise<void> => {
    const { record, decision } = this.table!.begun_from!;
    const refusal = await playOn(this.table!.game, record, decision);
    if (refusal) this.announced = said(refusal);
  };

  leaveLesson = async (): Promise<void> => {
    const answer = await this.#live.send({ k: "leave_lesson" });
    if (answer.k === "no") this.#refuse(answer);
    else go("/");
  };

  // -- beside the table

  show(which: Tab): void {
    if (narrow.current && this.railOpen && this.tab === which) this.railOpen = false;
    else {
      this.tab = which;
      this.railOpen = true;
    }
  }

  openRules = (number: string): void => {
    this.section = number;
    this.tab = "rules";
    this.railOpen = true;
  };

  /** The figures of a stack's number lead to it, one after the other; Enter chooses it. */
  findStack(figure: string, at: number): void {
    const figures = at - this.#typed.at < TYPED_WITHIN ? this.#typed.figures + figure : figure;
    const stack = document.querySelector<HTMLElement>(`[data-stack="${figures}"]`) ?? document.querySelector<HTMLElement>(`[data-stack="${figure}"]`);
    this.#typed = { figures, at };
    stack?.focus();
  }

  /** Takes the focus to the hand when it was asked for by the first tab stop. */
  skip = async (event: MouseEvent): Promise<void> => {
    event.preventDefault();
    await tick();
    const hand = document.getElementById("hand");
    (hand?.querySelector<HTMLElement>("[tabindex='0']") ?? hand)?.focus();
  };
}
