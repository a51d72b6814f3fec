import type { Plugin } from "vite";

export function packed(): Plugin;
