import type { Plugin } from "vite";

export const FONT: string;
export function fontNotice(): Promise<string>;
export function outlines(): Plugin;
