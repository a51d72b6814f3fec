/** Every drawing once, as the file that the build writes.  Custom properties reach into a use, so both themes share it. */
import { characterSymbols } from "./characters";
import { discSymbols } from "./discs";
import { frenchSymbols } from "./french";
import { iconSymbols } from "./icons";
import { moneySymbols } from "./money";
import { numeralSymbols } from "./numerals";
import { portraitSymbols } from "./portraits";

const symbols = [...characterSymbols, ...numeralSymbols, ...frenchSymbols, ...moneySymbols, ...discSymbols, ...iconSymbols, ...portraitSymbols].map(
  ({ id, box, body, stretches }) => `<symbol id="${id}" viewBox="${box}"${stretches ? ' preserveAspectRatio="none"' : ""}>${body}</symbol>`,
);

export const drawings = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("\n")}</svg>\n`;
