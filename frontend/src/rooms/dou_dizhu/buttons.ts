/** The two buttons of Dou Dizhu: the play with its wings, and the pass.  Questions have their answers beside the hand. */
import { t } from "../../words";
import { writtenPlay } from "../../words/cards";
import { buttonWords } from "../../words/game";
import type { Button, Moment, Second } from "../../table/buttons";
import { general, leads, passOf, solidOf, type Says } from "../general/buttons";
import { boardIn } from "../room";
import { questionOf } from "./asking";
import type { Board } from "./board";

const SAYS: Says = {
  ...general,
  question: questionOf,
  lay: ({ table }, { action }) => t(leads(table) ? "lead_x" : "play_x", { x: writtenPlay(action) }),
};

export const solid = (moment: Moment): Button => solidOf(moment, SAYS);

/** There is nothing to pass before the landlord leads. */
export function second(moment: Moment): Second | null {
  if (boardIn<Board>(moment.table)?.phase !== "play") return null;
  const pass = passOf(moment);
  return pass.deed === "wish" ? pass : { ...pass, label: buttonWords(moment.game, "pass") };
}
