/** What the client loads, compressed once while it is built: a server sends the file beside it to whoever accepts that. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /^assets\/.*\.(css|js|svg)$/;
const PACKERS = {
  ".br": (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  ".gz": (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

export function packed() {
  return {
    name: "packed",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const paths = Object.keys(bundle).filter((path) => TEXT.test(path)).map((path) => join(dir, path));
      for (const path of paths) {
        const bytes = await readFile(path);
        for (const [ending, pack] of Object.entries(PACKERS)) await writeFile(path + ending, await pack(bytes));
      }
    },
  };
}
