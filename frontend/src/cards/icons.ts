/** Small drawings in the colour of the text beside them: 20 × 20, one stroke. */
import { cut } from "./characters";
import { notched, type Drawing } from "./drawing";

const STROKES = {
  cards: "M3 6l7-3 3.5 8.5-7 3ZM9 16.5l8 .5V7.5",
  log: "M5 3h10v14H5ZM8 7h4M8 10h4M8 13h2",
  book: "M10 5C8 3.5 5 3.5 3 4.2V16c2-.7 5-.7 7 .8 2-1.5 5-1.5 7-.8V4.2C15 3.5 12 3.5 10 5ZM10 5v11.5",
  menu: "M3 5h14M3 10h14M3 15h14",
  sort: "M4 15V6M8 15V9M12 15V4M16 15v-4",
  hint: "M10 3a5 5 0 0 1 3 9v2H7v-2a5 5 0 0 1 3-9ZM8 17h4",
  clear: "M5 5l10 10M15 5L5 15",
  clock: "M10 3a7 7 0 1 1 0 14a7 7 0 0 1 0-14ZM10 6v4l3 2",
  link: "M8 12l4-4M7 9L5 11a2.8 2.8 0 0 0 4 4l2-2M13 11l2-2a2.8 2.8 0 0 0-4-4L9 7",
  offline: "M2 8c5-4.5 11-4.5 16 0M5 11.5c3-2.7 7-2.7 10 0M10 15.5h.01M4 3l12 14",
  autopilot: "M4 9h9v3a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4ZM13 10.5c4 0 4-1 4-3M6 6c0-1.5 1-1.5 1-3M10 6c0-1.5 1-1.5 1-3",
  bot: "M4 4h12v12H4ZM4 8h12M8 8v8M12 8v8M7.2 12.5h1.6M11.2 10.8h1.6M7.2 5.9h1.6M11.2 5.9h1.6",
  say: "M3 4h14v9H9l-4 3.5V13H3Z",
  play: "M6 4l10 6-10 6Z",
  pause: "M7 4v12M13 4v12",
  prev: "M13 4L6 10l7 6Z",
  next: "M7 4l7 6-7 6Z",
  first: "M15 4l-7 6 7 6ZM5 4v12",
  last: "M5 4l7 6-7 6ZM15 4v12",
  chevron: "M7 4l6 6-6 6",
  down: "M4 7l6 6 6-6",
  up: "M4 13l6-6 6 6",
  score: "M4 3h12v14H4ZM4 8h12M10 3v14",
  pass: "M4 10h10M10 5l5 5-5 5M17.5 4v12",
  lock: "M5 9h10v8H5ZM7 9V6a3 3 0 0 1 6 0v3",
  warn: "M10 3l8 14H2ZM10 8v4M10 14.5h.01",
  check: "M4 10.5l4 4 8-9",
  eye: "M2 10c4-6.5 12-6.5 16 0c-4 6.5-12 6.5-16 0ZM10 7.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5Z",
  person: "M10 3a3.2 3.2 0 1 1 0 6.4a3.2 3.2 0 0 1 0-6.4ZM4 17c.4-8 11.6-8 12 0",
  plus: "M10 4v12M4 10h12",
  gear: "M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4",
  more: "M4 10a.6 .6 0 1 0 1.2 0a.6 .6 0 1 0-1.2 0M9.4 10a.6 .6 0 1 0 1.2 0a.6 .6 0 1 0-1.2 0M14.8 10a.6 .6 0 1 0 1.2 0a.6 .6 0 1 0-1.2 0",
  swap: "M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3",
  opened: "M3 8h14v9H3ZM3 8l7-5 7 5M6.5 12.5l2.5 2.5 4.5-4.5",
  broken: "M3 5h14v11H3ZM3 5l7 6 7-6M7.5 10l5 5M12.5 10l-5 5",
  closed: "M3 5h14v11H3ZM3 5l7 6 7-6",
  keys: "M2.5 5h15v10h-15ZM5.5 8h.01M8.5 8h.01M11.5 8h.01M14.5 8h.01M6.5 12h7",
};

export type IconName = keyof typeof STROKES;

const stroke = ([name, d]: [string, string]): Drawing => ({
  id: `i-${name}`,
  box: "0 0 20 20",
  body: `<path d="${d}" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`,
});

export const iconSymbols: Drawing[] = [
  ...Object.entries(STROKES).map(stroke),
  {
    id: "i-lantern",
    box: "0 0 20 24",
    body:
      `<path d="M10 1v3M10 19v4M8 23h4" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>` +
      `<rect x="6.5" y="3.2" width="7" height="2" fill="currentColor"/><rect x="6.5" y="17.8" width="7" height="2" fill="currentColor"/>` +
      `<path d="M6.5 5C2 7.5 2 15.5 6.5 18H13.5C18 15.5 18 7.5 13.5 5Z" fill="var(--lantern-fill, none)" stroke="currentColor" stroke-width="1.5"/>` +
      `<path d="M10 5V18" stroke="currentColor" stroke-width="1.1"/>`,
  },
  { id: "i-seal", box: "0 0 40 40", body: notched(1, 1, 38, 38, 5, `fill="var(--seal-mark)"`) + cut(12.4, 4, 15.2, 1.6, "var(--on-seal-mark)") },
];
