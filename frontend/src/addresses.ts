/** Where the client is reached: at the root of its host, or in a folder of another site.  Every other file names paths as if it were the root. */

/** "/" or "/cards/": the page names the file of this code with it, and in a build that file is in `assets/`. */
const HOME = import.meta.env.PROD ? new URL(/* @vite-ignore */ "..", import.meta.url).pathname : "/";

/** The path that a browser asks for: of `/mine` in the folder `/cards/`, `/cards/mine`. */
export const pathTo = (path: string): string => HOME + path.slice(1);

/** The same with the host, as a link that people pass on. */
export const linkTo = (path: string): string => location.origin + pathTo(path);

/** The address of a socket. */
export const socketTo = (path: string): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${pathTo(path)}`;

/** The client's path of one that a browser shows; `null` of one that is another site's. */
export const pathOf = (shown: string): string | null => (shown.startsWith(HOME) ? shown.slice(HOME.length - 1) : null);
