/** The tables that are open to everyone, as they are now. */
import { door } from "../../notice.svelte";
import type { ListedTable, No } from "../../protocol";
import { TableSocket, type Link, type World } from "../../socket";

export class LiveLobby {
  tables = $state.raw<readonly ListedTable[]>([]);
  /** tables that have no chair to give */
  full = $state(0);
  link = $state.raw<Link>("connecting");
  /** why there is none */
  refusal = $state.raw<No | null>(null);

  #socket: TableSocket;

  constructor(world: World) {
    this.#socket = new TableSocket(
      "/ws/lobby",
      {
        message: (message) => {
          if (message.k === "no") this.refusal = message;
          if (message.k === "notice") door.hear(message);
          if (message.k !== "lobby") return;
          this.tables = message.tables;
          this.full = message.full;
        },
        link: (link) => {
          this.link = link;
          if (link === "open") door.lookAgain();
        },
      },
      world,
    );
  }

  wake = (): void => this.#socket.wake();

  close(): void {
    this.#socket.close();
  }
}
