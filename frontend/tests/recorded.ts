/** What the server sends, as `python -m tests.web.recorded` has written it: games with their words, moments of tables, finished deals. */
import type { DealView, ExerciseView, GameView, Replay, TableView } from "../src/protocol";
import type { Board as DouDizhu } from "../src/rooms/dou_dizhu/board";
import type { Board as GanDengYan } from "../src/rooms/gan_deng_yan/board";
import type { Board as Giog } from "../src/rooms/giog/board";
import type { Board as GouJi } from "../src/rooms/gou_ji/board";
import type { Board as LukFu } from "../src/rooms/luk_fu/board";
import type { Fact } from "../src/words/game";
import { layWords } from "../src/words/laid.svelte";

interface Boards {
  daqiluo2: Giog;
  dou_dizhu: DouDizhu;
  gan_deng_yan: GanDengYan;
  giog: Giog;
  gou_ji: GouJi;
  luk_fu: LukFu;
  tamcuc: Giog;
}

interface Recorded {
  game: GameView & { words: object };
  moments: Record<string, { facts: Fact[]; table: TableView }>;
  deals: Record<string, Replay>;
  exercises: Record<string, ExerciseView>;
}

const files = import.meta.glob<string>("./recorded/*.json", { query: "?raw", import: "default", eager: true });

function named<Of>(these: Record<string, Of>, name: string): Of {
  if (!(name in these)) throw new Error(`There is no “${name}”: what is recorded stands in tests/web/recorded_moments.py.`);
  return structuredClone(these[name]!);
}

/** What was recorded of a game.  Each call gives a copy of its own. */
export function recorded<Name extends keyof Boards>(name: Name) {
  const { game, moments, deals, exercises } = JSON.parse(files[`./recorded/${name}.json`]!) as Recorded;
  layWords({ [game.name]: game.words });
  return {
    game,
    moment: (what: string) => named(moments, what).table,
    /** What had just happened. */
    factsAt: (what: string) => named(moments, what).facts,
    deal: (what: string) => named(deals, what),
    exercise: (kind: string) => named(exercises, kind),
    /** A table with another board and deal, in fields that they have. */
    changed: (table: TableView, board: Partial<Boards[Name]>, deal: Partial<Omit<DealView, "board">> = {}): TableView => ({
      ...table,
      deal: { ...table.deal!, ...deal, board: { ...table.deal!.board, ...board } },
    }),
  };
}
