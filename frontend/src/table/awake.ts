/** The screen stays on while one has a hand: others may think for longer than a phone waits, and who is away is soon played for. */

type Screen = Pick<WakeLock, "request">;

export class Awake {
  #wanted = false;
  #asked = 0;
  #lock: WakeLockSentinel | null = null;

  /** `screen`: what can keep it on; undefined where the browser cannot, or not without https */
  constructor(readonly screen: Screen | undefined = navigator.wakeLock) {}

  /** Keeps the screen on from here on, or lets it go. */
  keep(wanted: boolean): void {
    this.#wanted = wanted;
    this.look();
  }

  /** Asks again for what the browser has let go: it does so whenever the page is not seen. */
  look = (): void => {
    if (this.#wanted && (!this.#lock || this.#lock.released)) void this.#ask();
    else if (!this.#wanted) void this.#letGo();
  };

  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    const lock = await this.screen?.request("screen").catch(() => null); // refused: little battery, or the page is not seen
    if (!lock) return;
    if (asked !== this.#asked) await lock.release();
    else this.#lock = lock;
  }

  async #letGo(): Promise<void> {
    this.#asked++;
    const lock = this.#lock;
    this.#lock = null;
    await lock?.release();
  }
}
