import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

import { drawings } from "./drawings.js";
import { licences } from "./licences.js";
import { outlines } from "./outlines.js";
import { packed } from "./packed.js";
import { shell } from "./shell.js";

export default defineConfig(({ mode }) => {
  const server = loadEnv(mode, ".", "QIPAI_").QIPAI_SERVER ?? "http://127.0.0.1:8000";
  return {
    plugins: [svelte(), outlines(), drawings(), licences(), shell(), packed()],
    // Code and styles find each other from where they are; only the page, which is shown at every path, is told where (qipai/server/pages.py).
    experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: {
        checks: { bundlerTimings: false }, // a slow machine is no fault of the sources
        onLog(level, log) {
          if (level === "warn") throw new Error(log.message);
        },
      },
    },
    server: {
      proxy: {
        "/api": { target: server, changeOrigin: false },
        "/ws": { target: server, changeOrigin: false, ws: true },
      },
    },
    test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/loud.ts", "tests/languages.ts"] },
  };
});
