/** What stands for a room where nobody is at a table of it yet; the rooms themselves are loaded with the first table. */
import type { Pack } from "../cards/pack.svelte";

export interface Face {
  /** the cards it is played with, and some that stand for it on the first page */
  readonly pack: Pack;
  readonly picture: readonly string[];
  /** what is said of several games in one room */
  readonly family?: () => string;
}

const FACES = import.meta.glob<Face>("./*/face.ts", { eager: true, import: "face" });

/** The face of a game's room. */
export function faceOf({ room }: { readonly room: string }): Face {
  return FACES[`./${room}/face.ts`] ?? FACES["./general/face.ts"]!;
}
