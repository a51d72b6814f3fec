/** The one gloss that is open: what it explains, and the word on the page that it belongs to. */
import type { GameView } from "../../protocol";
import { wordsOf, type Explained } from "../../words/game";

const PAUSE = 300; // milliseconds for which a pointer rests on a word before it explains itself
const LEAVE = 250; // and for which it may be on its way from the word to the explanation

class Gloss {
  term = $state.raw<Explained | null>(null);
  anchor = $state.raw<HTMLElement | null>(null);
  /** opened by a press: it has the focus, and stays until it is closed */
  pressed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  press(term: Explained, anchor: HTMLElement) {
    clearTimeout(this.#timer);
    if (this.pressed && this.anchor === anchor) return this.close();
    Object.assign(this, { term, anchor, pressed: true });
  }

  rest(term: Explained, anchor: HTMLElement, event: PointerEvent) {
    if (event.pointerType !== "mouse" || this.pressed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => Object.assign(this, { term, anchor }), PAUSE);
  }

  leave() {
    clearTimeout(this.#timer);
    if (!this.pressed) this.#timer = setTimeout(() => this.close(), LEAVE);
  }

  /** The pointer has arrived at the explanation. */
  stay() {
    clearTimeout(this.#timer);
  }

  close() {
    clearTimeout(this.#timer);
    const { anchor, pressed } = this;
    Object.assign(this, { term: null, anchor: null, pressed: false });
    if (pressed && anchor?.isConnected) anchor.focus({ preventScroll: true });
  }
}

export const gloss = new Gloss();

/** Listen to the words of art in a text that was set by `typeset`. */
export function explaining(game: GameView) {
  return (text: HTMLElement) => {
    const on = (type: "click" | "pointerover" | "pointerout", does: (word: HTMLElement, term: Explained, event: Event) => void) => {
      const heard = (event: Event) => {
        const word = (event.target as Element).closest<HTMLElement>("[data-term]");
        const term = word && wordsOf(game).terms?.[word.dataset["term"]!];
        if (term) does(word, term, event);
      };
      text.addEventListener(type, heard);
      return () => text.removeEventListener(type, heard);
    };
    const ends = [
      on("click", (word, term) => gloss.press(term, word)),
      on("pointerover", (word, term, event) => gloss.rest(term, word, event as PointerEvent)),
      on("pointerout", () => gloss.leave()),
    ];
    return () => ends.forEach((end) => end());
  };
}
