/** What the operator of the house says to everybody: told by every socket, and asked for by a page that has none. */
import { notice } from "./api";
import type { Notice } from "./protocol";

const NOTHING: Omit<Notice, "k"> = { announcement: "", maintenance: false };

class Door {
  says = $state.raw(NOTHING);

  hear(told: Omit<Notice, "k">): void {
    this.says = told;
  }

  /** Asks.  Without an answer what was said last stays. */
  look(): Promise<void> {
    return notice().then(
      (told) => this.hear(told),
      () => {},
    );
  }

  /** A socket is open again, which tells what is said, but not that nothing is any more. */
  lookAgain(): void {
    if (this.says.announcement || this.says.maintenance) void this.look();
  }
}

export const door = new Door();
