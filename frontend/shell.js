/** What makes the client installable, made while it is built: manifests, icons from our seal, the service worker, its offline page. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { initWasm, Resvg } from "@resvg/resvg-wasm";

const HERE = dirname(fileURLToPath(import.meta.url));
const OFFLINE = ["offline.html", "offline.css", "offline.js", "seal.svg"]; // the offline page, complete
const PAPER = "#fbf7ee"; // --panel by day
const SEAL = "#a8321c"; // --seal-mark

const WORDS = {
  en: {
    name: "qipai 棋牌",
    description: "Chinese card games with people and bots: a table, its rules, nothing hidden that should be seen.",
    mine: "My games",
  },
  "zh-Hans": { name: "qipai 棋牌", description: "和朋友、和电脑打牌：一张桌子，规则写明，该看的都看得到。", mine: "我的牌局" },
  "zh-Hant": { name: "qipai 棋牌", description: "和朋友、和電腦打牌：一張桌子，規則寫明，該看的都看得到。", mine: "我的牌局" },
};

/** Icons: name, pixels, and how much of the square the seal takes.  Masks cut up to a tenth from each side, so the maskable one is all seal colour. */
const ICONS = [
  ["icon-180.png", 180, 0.86, PAPER],
  ["icon-192.png", 192, 1, null],
  ["icon-512.png", 512, 1, null],
  ["icon-512-mask.png", 512, 0.78, SEAL],
  ["badge-96.png", 96, 1, null],
];

const seal = readFileSync(join(HERE, "public/seal.svg"), "utf8").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");

/** The seal in a square; as a badge, of which a phone shows only the outline, the characters are cut out. */
function drawing(size, part, ground, badge) {
  const edge = (40 * (1 - part)) / 2;
  const back = ground ? `<rect width="40" height="40" fill="${ground}"/>` : "";
  const mark = badge
    ? `<mask id="m">${seal.replace(SEAL, "#fff").replace("#fff9ef", "#000")}</mask><rect width="40" height="40" fill="#fff" mask="url(#m)"/>`
    : seal;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 40 40">${back}<g transform="translate(${edge} ${edge}) scale(${part})">${mark}</g></svg>`;
}

let begun;

async function icon([name, size, part, ground]) {
  const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
  await (begun ??= initWasm(readFileSync(wasm)));
  const picture = new Resvg(drawing(size, part, ground, name.startsWith("badge"))).render();
  return picture.asPng();
}

/** What a phone is told of the client, in a language: a manifest has one, so there are three.  Its paths are told from where it is. */
function manifest(language) {
  const words = WORDS[language];
  const at = (name, size, purpose) => ({ src: name, sizes: `${size}x${size}`, type: "image/png", purpose });
  return JSON.stringify({
    name: words.name,
    short_name: words.name,
    description: words.description,
    lang: language,
    dir: "ltr",
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: PAPER,
    theme_color: PAPER,
    categories: ["games"],
    icons: [
      at("icon-192.png", 192, "any"),
      at("icon-512.png", 512, "any"),
      at("icon-512-mask.png", 512, "maskable"),
      { src: "seal.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
    shortcuts: [{ name: words.mine, url: "mine", icons: [at("icon-192.png", 192, "any")] }],
  });
}

/** Writes them beside the page. */
export function shell() {
  return {
    name: "shell",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      const emit = (fileName, source) => this.emitFile({ type: "asset", fileName, source });
      for (const language of Object.keys(WORDS)) emit(`manifest.${language}.webmanifest`, manifest(language));
      for (const one of ICONS) emit(one[0], await icon(one));
      const worker = readFileSync(join(HERE, "worker.js"), "utf8");
      const build = createHash("sha256").update(worker);
      for (const name of Object.keys(bundle).sort()) build.update(name); // a name under assets/ holds a digest of the contents
      for (const name of OFFLINE) build.update(readFileSync(join(HERE, "public", name)));
      emit("worker.js", worker.replace("%BUILD%", build.digest("hex").slice(0, 16)));
    },
  };
}
