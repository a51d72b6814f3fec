/**
 * The faces of those who sit at a table: people are animals, cut out of paper, with eyes; bots are things of a tea house, in line, without any.
 * `--g` is the ground under an animal, seen through its eyes and lines.
 */
import type { Drawing } from "./drawing";

/** The same once more, in a mirror. */
const both = (half: string) => `${half}<g transform="matrix(-1 0 0 1 40 0)">${half}</g>`;
const PAPER = 'fill="var(--face-paper)"';
const GROUND = 'fill="var(--g)"';
const LINE = 'fill="none" stroke="var(--g)" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"';
const eyes = (x: number, y: number) => both(`<circle cx="${x}" cy="${y}" r="1.7" ${GROUND}/>`);
const dot = (x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor" stroke="none"/>`;

/** The twelve of the years, in their order. */
const ANIMALS = {
  rat:
    both(`<circle cx="10.5" cy="13" r="6.2" ${PAPER}/><circle cx="10.5" cy="13" r="3" ${GROUND}/>`) +
    `<path d="M20 11C28 11 31 17 30 22C29 27 23 33 20 34C17 33 11 27 10 22C9 17 12 11 20 11Z" ${PAPER}/>` +
    eyes(15.5, 20) +
    `<circle cx="20" cy="31" r="2" ${GROUND}/>` +
    both(`<path d="M15 28L8 27M15.5 30L9.5 31.5" stroke="var(--face-paper)" stroke-width="1.1" stroke-linecap="round"/>`),
  ox:
    both(`<path d="M14 14C7 14 4 10 5 5C8 9 12 9 16 10Z" ${PAPER}/><path d="M12 16L4.5 17C5 20.5 8 21.5 12 20Z" ${PAPER}/>`) +
    `<path d="M20 10C27 10 29 14 28.5 20C28.5 23 30 26 29 30C27 35 13 35 11 30C10 26 11.5 23 11.5 20C11 14 13 10 20 10Z" ${PAPER}/>` +
    eyes(15.5, 19) +
    both(`<ellipse cx="16.8" cy="29.5" rx="1.4" ry="1.9" ${GROUND}/>`) +
    `<path d="M13 25.5Q20 23 27 25.5" ${LINE}/>`,
  tiger:
    both(`<circle cx="10" cy="12" r="5" ${PAPER}/><circle cx="10" cy="12" r="2.2" ${GROUND}/>`) +
    `<path d="M20 9C29 9 33 15 32 22C31 30 26 34 20 34C14 34 9 30 8 22C7 15 11 9 20 9Z" ${PAPER}/>` +
    eyes(14.8, 21) +
    both(`<path d="M9 25L12.5 25.5M10.5 29L13.5 28" ${LINE}/>`) +
    `<path d="M16.5 11.5H23.5M17 14.3H23M16.5 17.1H23.5M20 11.5V17.1" ${LINE}/><path d="M17.8 25.5H22.2L20 28Z" ${GROUND}/><path d="M20 28V29.5M16 31Q18.5 31.8 20 29.5Q21.5 31.8 24 31" ${LINE}/>`,
  rabbit:
    both(`<path d="M17 17C12 13 9 6 11.5 3C15 2 19 9 18.8 16Z" ${PAPER}/><path d="M15.8 13.5C13.5 11 12.2 7.5 12.8 5.6" ${LINE}/>`) +
    `<path d="M20 14C28 14 30.5 19 30 24.5C29.5 30.5 25 34 20 34C15 34 10.5 30.5 10 24.5C9.5 19 12 14 20 14Z" ${PAPER}/>` +
    eyes(15.3, 22.5) +
    `<path d="M18.3 26H21.7L20 28Z" ${GROUND}/><path d="M20 28V30M17 31Q19 31.6 20 30Q21 31.6 23 31" ${LINE}/>`,
  dragon:
    both(`<path d="M15 13C12 10 12.5 5 9 3C9 8 7 10 12 15Z" ${PAPER}/><path d="M11 18L4.5 16L8 20L4 22L9.5 24Z" ${PAPER}/>`) +
    `<path d="M20 9C26 9 30 13 29.5 19C29 23 27 25 27 29C27 33 24 35.5 20 35.5C16 35.5 13 33 13 29C13 25 11 23 10.5 19C10 13 14 9 20 9Z" ${PAPER}/>` +
    eyes(15, 19) +
    both(`<path d="M12.5 15.5Q15.5 14 17.5 16.2" ${LINE}/><circle cx="17.3" cy="29" r="1.3" ${GROUND}/><path d="M13.5 30C9 30 8 33 5.5 32" fill="none" stroke="var(--face-paper)" stroke-width="1.4" stroke-linecap="round"/>`) +
    `<path d="M16 32.8Q20 34 24 32.8M20 11V15" ${LINE}/>`,
  snake:
    `<path d="M20 5C28.5 5 33.5 12 31.5 19C30 24 25.5 26 25.5 30.5L27 35H13L14.5 30.5C14.5 26 10 24 8.5 19C6.5 12 11.5 5 20 5Z" ${PAPER}/>` +
    eyes(15.8, 15) +
    both(`<path d="M11.5 14C11.5 18 13.5 21 15.5 23" ${LINE}/>`) +
    `<path d="M20 21V25.5M20 25.5L18 28.5M20 25.5L22 28.5" ${LINE}/><path d="M16.5 19.5Q20 21.5 23.5 19.5M16.5 32H23.5" ${LINE}/>`,
  horse:
    both(`<path d="M15.5 13L13 4C16.5 5.5 19 9 19 12Z" ${PAPER}/>`) +
    `<path d="M20 9C26 9 28 13 27 19C26.2 24 25.8 26 25.8 30C25.8 34 23.5 36 20 36C16.5 36 14.2 34 14.2 30C14.2 26 13.8 24 13 19C12 13 14 9 20 9Z" ${PAPER}/><path d="M20 5.5C23 8 22.5 13 20 16.5C17.5 13 17 8 20 5.5Z" ${GROUND}/>` +
    eyes(16, 19.5) +
    both(`<ellipse cx="18" cy="31.5" rx="1" ry="1.5" ${GROUND}/>`) +
    `<path d="M15 27.5Q20 26 25 27.5" ${LINE}/>`,
  goat:
    both(`<path d="M16 12C11 4 4 7 5 14C5.5 17.5 9.5 18 10.5 15.5" fill="none" stroke="var(--face-paper)" stroke-width="3.4" stroke-linecap="round"/><path d="M13 18L7 21C9 23.5 12 23 14 21.5Z" ${PAPER}/>`) +
    `<path d="M20 9.5C25.5 9.5 28 13 27.5 18.5C27 24 24 29 20 29C16 29 13 24 12.5 18.5C12 13 14.5 9.5 20 9.5Z" ${PAPER}/><path d="M17.5 28H22.5L20 36.5Z" ${PAPER}/>` +
    eyes(16, 18.5) +
    `<path d="M18 25.5H22M20 25.5V27.5" ${LINE}/>`,
  monkey:
    both(`<circle cx="7.8" cy="20" r="4.6" ${PAPER}/><circle cx="8.3" cy="20" r="2" ${GROUND}/>`) +
    `<path d="M20 7C28 7 31 12.5 31 19C31 28 26 34 20 34C14 34 9 28 9 19C9 12.5 12 7 20 7Z" ${PAPER}/><path d="M20 14C22 11.5 28 12 28 18C28 20.5 26.5 22 26.5 24C26.5 29 24 31.5 20 31.5C16 31.5 13.5 29 13.5 24C13.5 22 12 20.5 12 18C12 12 18 11.5 20 14Z" ${LINE}/>` +
    eyes(16.2, 18.5) +
    both(`<circle cx="18.9" cy="23.3" r=".8" ${GROUND}/>`) +
    `<path d="M16.5 27.3Q20 29.6 23.5 27.3" ${LINE}/>`,
  rooster:
    `<path d="M14 12C12 8 15 5 17 7.5C17.5 3.5 22.5 3.5 23 7.5C25 5 28 8 26 12Z" ${PAPER}/><path d="M20 10C27 10 29.5 16 29 22C28.5 29 25 34 20 34C15 34 11.5 29 11 22C10.5 16 13 10 20 10Z" ${PAPER}/>` +
    eyes(15.6, 18.5) +
    `<path d="M16.8 21.5L20 19.5L23.2 21.5L20 26.5Z" ${GROUND}/>` +
    both(`<path d="M18 27C15.8 28 15.8 31.5 17.8 31.5C19.5 31.5 19.6 29 19.2 27Z" ${GROUND}/>`),
  dog:
    both(`<path d="M15 11C10 8 5.5 10 5.5 17C5.5 22 7.5 25.5 9.5 25.5C12 25.5 13 20 13.5 16Z" ${PAPER}/><path d="M13.3 15.5C12.8 19 12.3 22 11 24" ${LINE}/>`) +
    `<path d="M20 9C26.5 9 29 13.5 29 19C29 22 28 24 28 27C28 32 24.5 34.5 20 34.5C15.5 34.5 12 32 12 27C12 24 11 22 11 19C11 13.5 13.5 9 20 9Z" ${PAPER}/>` +
    eyes(16, 19) +
    `<ellipse cx="20" cy="25.5" rx="2.6" ry="1.9" ${GROUND}/><path d="M20 27.5V29.5M16.5 30.5Q18.8 31.4 20 29.5Q21.2 31.4 23.5 30.5" ${LINE}/>`,
  pig:
    both(`<path d="M12 14L6.5 7.5C11 5.5 15.5 7 17.5 10.5Z" ${PAPER}/><path d="M12.5 11.5L9.8 8.8" ${LINE}/>`) +
    `<path d="M20 9.5C29 9.5 32.5 15 32 22C31.5 30 26.5 34 20 34C13.5 34 8.5 30 8 22C7.5 15 11 9.5 20 9.5Z" ${PAPER}/>` +
    eyes(14, 19.5) +
    `<ellipse cx="20" cy="26" rx="5.6" ry="4.2" ${LINE}/>` +
    both(`<ellipse cx="18" cy="26" rx="1" ry="1.7" ${GROUND}/>`),
};

/** Things by the names that bots have: a line, and what is filled in it. */
const THINGS: Record<string, string> = {
  Abacus: `<path d="M9 10H31V30H9ZM9 16.5H31M15 10V30M20 10V30M25 10V30"/>` + [[15, 13.4], [20, 13.4], [25, 13.4], [15, 27], [15, 23], [20, 27], [20, 20.5], [25, 27], [25, 23]].map(([x, y]) => dot(x!, y!, 2)).join(""),
  Bamboo: `<path d="M17 34V8M22.5 34V6M17 15H22.5M15.5 24H24M17 30H22.5M22.5 14C26 9 30 9 33 10C31 14 27 15.5 22.5 14ZM17 22C13 17 9 17.5 6.5 19C9 23 13 24 17 22Z"/>`,
  Crane: `<path d="M6 30L16 22L20 9L25 22L35 27L22 29ZM16 22L25 22M16 22L22 29L25 22M6 30L4.5 22L9 27.6"/>`,
  Drum: `<path d="M10 13H30C34 17 34 25 30 29H10C6 25 6 17 10 13ZM10 13V29M30 13V29"/>` + [13.3, 26.7].flatMap((x) => [17, 21, 25].map((y) => dot(x, y, 1.1))).join(""),
  Ember: `<path d="M9 22H31C31 28 28 30.5 25 31.5V34H15V31.5C12 30.5 9 28 9 22ZM15 22C13.5 17 18 15.5 17 10C22 12 22.5 16 22 18C24 17.5 24.5 15.5 24.5 14.5C27.5 17.5 26.5 20.5 25.5 22"/>`,
  Fan: `<path d="M20 33L5 17C13 8 27 8 35 17ZM20 33L11.5 12.5M20 33L20 10.2M20 33L28.5 12.5"/>` + dot(20, 33, 1.8),
  Gong: `<path d="M7 8H33M10 8V34M30 8V34M15 8L17 14M25 8L23 14"/>` + `<circle cx="20" cy="21" r="7.5"/>` + dot(20, 21, 2.4),
  Inkstone: `<path d="M8 12H32V30H8ZM12 16H28V19.5C24 19.5 24 23 20 23C16 23 16 19.5 12 19.5ZM13 27H27"/>`,
  Kettle: `<path d="M12 18H28C31 23 30 29 27 32H13C10 29 9 23 12 18ZM15 18C15 13 25 13 25 18M20 14V11.5M12.5 22C8 21 7 18 5 17M14 10C14 4 26 4 26 10"/>`,
  Willow: `<path d="M20 35C20 26 19 17 22 7M21 12C16 12 13 18 12 27M21.5 9C27 10 29 17 29 28M20.6 17C17.5 18 17 23 16.5 31M21 15C24.5 17 25 23 24.5 31M21 9C14 8 8.5 13 7.5 21"/>`,
  Brush: `<path d="M28 6L31 9L19 21L16 18ZM16 18C12 20 12 25 7.5 30C13.5 29.5 18.5 27 19 21M7 34H31"/>`,
  Plum: `<path d="M8 34C14 28 26 24 33 27M17 28C16 25 17 23 18 22"/>` + [0, 72, 144, 216, 288].map((a) => `<circle cx="20" cy="9.2" r="4" transform="rotate(${a} 20 15)"/>`).join("") + dot(20, 15, 2),
};

export const animals = Object.keys(ANIMALS);
export const things = Object.keys(THINGS);

export const portraitSymbols: Drawing[] = [
  ...Object.entries(ANIMALS).map(([name, body]) => ({ id: `f-${name}`, box: "0 0 40 40", body })),
  ...Object.entries(THINGS).map(([name, body]) => ({
    id: `f-${name}`,
    box: "0 0 40 40",
    body: `<g fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${body}</g>`,
  })),
];
