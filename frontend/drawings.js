/** Every drawing in one file beside the page, made while the client is built: a page has elements only for what it shows. */
import { createHash } from "node:crypto";

import { runnerImport } from "vite";

import { outlines } from "./outlines.js";

const MODULE = "virtual:drawings";
const SOURCE = "/src/cards/drawings.ts";
const SERVED = "/drawings.svg"; // while one works on the client: made anew for each page

/** `import address from "virtual:drawings"` says where the file is. */
export function drawings() {
  let served;
  let made;

  async function make() {
    const { module } = await runnerImport(SOURCE, { configFile: false, logLevel: "error", plugins: [outlines()] });
    const source = module.drawings;
    return { source, name: `assets/drawings-${createHash("sha256").update(source).digest("hex").slice(0, 8)}.svg` };
  }
  const address = async () => (served ? SERVED : `/${(await (made ??= make())).name}`);

  return {
    name: "drawings",
    configResolved: ({ command }) => void (served = command === "serve"),
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: async (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(await address())};` : undefined),
    /** The page asks for it at once, in the way in which it will be used: a browser does not take what it has preloaded as a picture. */
    async transformIndexHtml() {
      const children = `<svg><use href="${await address()}#pip-S"/></svg>`;
      return [{ tag: "div", attrs: { hidden: true }, children, injectTo: "body-prepend" }];
    },
    configureServer(server) {
      server.middlewares.use(SERVED, (_, answer, next) => {
        make().then(({ source }) => answer.setHeader("content-type", "image/svg+xml").end(source), next);
      });
    },
    async generateBundle() {
      const { source, name } = await (made ??= make());
      this.emitFile({ type: "asset", fileName: name, source });
    },
  };
}
