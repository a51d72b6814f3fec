/** A page learns its language before it begins; a test speaks all of them. */
import { LANGUAGES, learn } from "../src/words";

await Promise.all(LANGUAGES.map(learn));
