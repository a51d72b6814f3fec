/** Where a drawing is found by what uses it: all of them are in one file, which a browser fetches once and keeps. */
import { pathTo } from "../addresses";
import file from "virtual:drawings";

/** The address of a drawing, for `<use href={used("i-book")} />`. */
export const used = (id: string) => `${pathTo(file)}#${id}`;
