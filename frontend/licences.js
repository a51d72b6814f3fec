/** Whose works the built client contains: their notices, gathered while it is built. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { FONT, fontNotice } from "./outlines.js";

const PACKAGES = join(dirname(fileURLToPath(import.meta.url)), "node_modules");
const OPENING =
  "The browser client of qipai is under the Apache License 2.0, as qipai itself.\nThese works of others are in it, each under its own licence.\n";

function licenceOf(name) {
  const folder = join(PACKAGES, name);
  const file = readdirSync(folder).find((candidate) => /^licen[cs]e/i.test(candidate));
  if (!file) throw new Error(`${name} carries no licence text.`);
  return readFileSync(join(folder, file), "utf8").trim();
}

function titled(title, text) {
  return `\n${"=".repeat(80)}\n${title}\n${"=".repeat(80)}\n\n${text}\n`;
}

/** Writes licences.txt beside the page. */
export function licences() {
  return {
    name: "licences",
    apply: "build",
    async generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []));
      const names = new Set(modules.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []));
      const font = `${await fontNotice()}\n\n${licenceOf(FONT)}`;
      const source = [
        OPENING,
        titled("Noto Serif TC: the outlines of the characters on the discs", font),
        ...[...names].sort().map((name) => titled(name, licenceOf(name))),
      ];
      this.emitFile({ type: "asset", fileName: "licences.txt", source: source.join("") });
    },
  };
}
