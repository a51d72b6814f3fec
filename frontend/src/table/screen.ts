/** Which optical size of the cards fits the window. */
import { MediaQuery } from "svelte/reactivity";

export const small = new MediaQuery("(max-width: 620px), (max-height: 520px)");
/** The log, the score and the rules have no place beside the table. */
export const narrow = new MediaQuery("(max-width: 1100px), (max-height: 520px)");
