/** The French pack in three optical sizes, drawn and not scaled: desk (`d-`), phone (`p-`) and mini (`m-`), and its backs. */
import { character } from "./characters";
import { notched, paper, placed, round, times, turned, type Drawing } from "./drawing";
import { numeral } from "./numerals";

const RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];

const INK: Record<string, string> = { S: "var(--spade)", H: "var(--heart)", C: "var(--club)", D: "var(--diamond)" };

const PIP: Record<string, string> = {
  S: "M10 1C13 5.5 18.5 8.5 18.5 12.3C18.5 14.8 16.6 16 14.8 16C13 16 11.6 15 10.8 13.6C11 16 11.8 17.8 13.4 19H6.6C8.2 17.8 9 16 9.2 13.6C8.4 15 7 16 5.2 16C3.4 16 1.5 14.8 1.5 12.3C1.5 8.5 7 5.5 10 1Z",
  H: "M10 18.5C4 13.5 1 10 1 6.6C1 3.8 3.1 1.9 5.5 1.9C7.5 1.9 9.1 3 10 4.9C10.9 3 12.5 1.9 14.5 1.9C16.9 1.9 19 3.8 19 6.6C19 10 16 13.5 10 18.5Z",
  D: "M10 .8Q12.6 6 17 10Q12.6 14 10 19.2Q7.4 14 3 10Q7.4 6 10 .8Z",
  C: "M10 1.2A4.3 4.3 0 0 1 13.2 8.3A4.3 4.3 0 1 1 11.2 13.2C11.4 15.8 12 17.8 13.4 19H6.6C8 17.8 8.6 15.8 8.8 13.2A4.3 4.3 0 1 1 6.8 8.3A4.3 4.3 0 0 1 10 1.2Z",
};

const pip = (suit: string, cx: number, cy: number, size: number, flip = false) =>
  placed(`pip-${suit}`, cx, cy, size, flip ? ` transform="rotate(180 ${cx} ${cy})"` : "");

const [LEFT, MIDDLE, RIGHT] = [38, 50, 62];

/** Where the pips of a number stand: column, and how far down the face. */
const SPOTS: Record<string, [number, number][]> = {
  "2": [[MIDDLE, 0], [MIDDLE, 1]],
  "3": [[MIDDLE, 0], [MIDDLE, 0.5], [MIDDLE, 1]],
  "4": [[LEFT, 0], [RIGHT, 0], [LEFT, 1], [RIGHT, 1]],
  "5": [[LEFT, 0], [RIGHT, 0], [MIDDLE, 0.5], [LEFT, 1], [RIGHT, 1]],
  "6": [[LEFT, 0], [RIGHT, 0], [LEFT, 0.5], [RIGHT, 0.5], [LEFT, 1], [RIGHT, 1]],
  "7": [[LEFT, 0], [RIGHT, 0], [MIDDLE, 0.25], [LEFT, 0.5], [RIGHT, 0.5], [LEFT, 1], [RIGHT, 1]],
  "8": [[LEFT, 0], [RIGHT, 0], [MIDDLE, 0.25], [LEFT, 0.5], [RIGHT, 0.5], [MIDDLE, 0.75], [LEFT, 1], [RIGHT, 1]],
  "9": [[LEFT, 0], [RIGHT, 0], [LEFT, 0.333], [RIGHT, 0.333], [MIDDLE, 0.5], [LEFT, 0.667], [RIGHT, 0.667], [LEFT, 1], [RIGHT, 1]],
  "10": [[LEFT, 0], [RIGHT, 0], [MIDDLE, 0.167], [LEFT, 0.333], [RIGHT, 0.333], [LEFT, 0.667], [RIGHT, 0.667], [MIDDLE, 0.833], [LEFT, 1], [RIGHT, 1]],
};

function blossom(cx: number, cy: number, r: number, ink: string): string {
  const petals = times(5, (i) => {
    const angle = ((i * 72 - 90) * Math.PI) / 180;
    const [x, y] = [round(cx + Math.cos(angle) * r * 0.58), round(cy + Math.sin(angle) * r * 0.58)];
    return `<circle cx="${x}" cy="${y}" r="${round(r * 0.42)}" fill="${ink}"/>`;
  });
  return `${petals}<circle cx="${cx}" cy="${cy}" r="${round(r * 0.3)}" fill="var(--card)"/><circle cx="${cx}" cy="${cy}" r="${round(r * 0.13)}" fill="${ink}"/>`;
}

/** Overlapping arcs, as the sea is drawn on porcelain. */
const wave = (x: number, y: number, radii: number[], ink: string, width: number) =>
  radii.map((r) => `<path d="M${round(x - r)} ${y}a${r} ${r} 0 0 1 ${2 * r} 0" fill="none" stroke="${ink}" stroke-width="${width}"/>`).join("");

/** Courts carry a landscape, not a face: jack bamboo, queen plum blossom, king mountain and sea.  Each fills half a frame. */
const LANDSCAPE: Record<string, (ink: string) => string> = {
  J: (ink) =>
    [34, 43, 57, 66]
      .map((x, i) => {
        const top = [30, 17, 17, 26][i]!;
        const leaf = i % 2 ? "q8 -2 9 -9q-7 1 -9 9Z" : "q-7 -2 -8 -9q6 1 8 9Z";
        return (
          `<path d="M${x} ${top}V56M${x - 2} ${top + 12}h4M${x - 2} ${top + 25}h4" stroke="${ink}" stroke-width="2.6" fill="none"/>` +
          `<path d="M${x} ${top + 12}${leaf}" fill="${ink}"/>`
        );
      })
      .join(""),
  Q: (ink) =>
    blossom(50, 31, 12.5, ink) +
    blossom(35.5, 47, 5.5, ink) +
    blossom(64.5, 48, 5.5, ink) +
    `<path d="M50 44Q49 52 40 57M50 46Q53 52 60 57" fill="none" stroke="${ink}" stroke-width="1.5"/>`,
  K: (ink) =>
    `<path d="M28.5 45L39 27L45 37L52 18L63 36L66 31L71.5 41" fill="none" stroke="${ink}" stroke-width="2.2" stroke-linejoin="round"/>` +
    `<path d="M46.5 33.5L52 18L57.5 27" fill="${ink}"/>` +
    [33, 44.3, 55.7, 67].map((x) => wave(x, 57, [5.6, 3.6, 1.6], ink, 1.2)).join("") +
    [38.7, 50, 61.3].map((x) => wave(x, 51, [5.2, 3, 1], ink, 1.1)).join(""),
};

function faces(rank: string, suit: string): Drawing[] {
  const ink = INK[suit]!;
  const ten = rank === "10";
  const landscape = LANDSCAPE[rank];
  let middle: string;
  if (rank === "A") {
    middle = notched(31, 30, 38, 80, 6, `fill="none" stroke="${ink}" opacity=".55"`) + pip(suit, 50, 70, 34);
  } else if (landscape) {
    middle =
      notched(27, 12, 46, 116, 6, `fill="var(--card-shade)" fill-opacity=".5" stroke="${ink}" stroke-width="1.2"`) +
      turned(50, 70, landscape(ink)) +
      `<circle cx="50" cy="70" r="14.5" fill="${ink}"/>` +
      numeral(50, 77.6, 15.5, "var(--card)", rank);
  } else {
    middle = SPOTS[rank]!.map(([x, row]) => pip(suit, x, 22 + row * 96, 17.5, row > 0.5)).join("");
  }
  const corner = numeral(ten ? 15.5 : 15, 28, 21.5, ink, rank) + pip(suit, 15, 40, 14.5);
  const underline = landscape || rank === "A" ? `<path d="M5 33H23" stroke="${ink}" stroke-width="1.4"/>` : "";
  return [
    { id: `d-${rank}${suit}`, box: "0 0 100 140", body: paper(100, 140, 7) + turned(50, 70, corner) + middle },
    {
      id: `p-${rank}${suit}`,
      box: "0 0 44 60",
      body: paper(44, 60, 4) + numeral(ten ? 15.5 : 14, 26, 21, ink, rank) + underline + pip(suit, 29, 44, 23),
    },
    { id: `m-${rank}${suit}`, box: "0 0 34 22", body: paper(34, 22, 3) + numeral(ten ? 11.5 : 11, 17, 12.4, ink, rank) + pip(suit, 26, 11.3, 11) },
  ];
}

type Luminary = (cx: number, cy: number, r: number, ink: string) => string;

const sun: Luminary = (cx, cy, r, ink) =>
  times(12, (i) => {
    const ray = `M${round(cx - r * 0.16)} ${round(cy - r * 0.74)}L${cx} ${round(cy - r)}L${round(cx + r * 0.16)} ${round(cy - r * 0.74)}Z`;
    return `<path d="${ray}" fill="${ink}" transform="rotate(${i * 30} ${cx} ${cy})"/>`;
  }) + `<circle cx="${cx}" cy="${cy}" r="${round(r * 0.6)}" fill="${ink}"/>`;

const moon: Luminary = (cx, cy, r, ink) => {
  const [x, y] = [round(cx + 0.28 * r), round(cy - 0.92 * r)];
  const inner = round(0.8 * r);
  return `<path d="M${x} ${y}A${r} ${r} 0 1 0 ${round(cx + 0.92 * r)} ${round(cy + 0.36 * r)}A${inner} ${inner} 0 1 1 ${x} ${y}Z" fill="${ink}"/>`;
};

const star = (x: number, y: number, r: number, ink: string) => {
  const s = round(r * 0.28);
  return `<path d="M${x} ${y - r}l${s} ${r - s}l${r - s} ${s}l${s - r} ${s}l${-s} ${r - s}l${-s} ${s - r}l${s - r} ${-s}l${r - s} ${-s}Z" fill="${ink}"/>`;
};

/** Jokers are told apart by form first: the red one is the sun (大王), the black one the moon (小王). */
function jokers(face: "R" | "B"): Drawing[] {
  const [ink, luminary, title] = face === "R" ? ["var(--joker-red)", sun, "大"] as const : ["var(--joker-black)", moon, "小"] as const;
  const down = (x: number, y: number, size: number, step: number) =>
    [..."JOKER"].map((letter, i) => numeral(x, round(y + i * step), size, ink, letter)).join("");
  const corner = luminary(15, 17, 10.5, ink);
  const sky = face === "B" ? star(38, 30, 4, ink) + star(63, 34, 3, ink) + star(62, 68, 2.6, ink) : "";
  const sea = [0, 1].map((row) => times(4 - row, (i) => wave(31 + 12.6 * i + 6.3 * row, 121 - 7 * row, [6, 4, 2], ink, 1.1))).join("");
  return [
    {
      id: `d-${face}`,
      box: "0 0 100 140",
      body:
        paper(100, 140, 7) +
        corner +
        down(15, 41, 8.8, 11.6) +
        `<g transform="rotate(180 50 70)">${corner}</g>` +
        notched(29, 14, 42, 112, 6, `fill="none" stroke="${ink}" stroke-width="1.2"`) +
        luminary(50, 50, 17, ink) +
        character(title, 39.5, 90, 18, ink) +
        character("王", 60.5, 90, 18, ink) +
        sea +
        sky,
    },
    {
      id: `p-${face}`,
      box: "0 0 44 60",
      body:
        paper(44, 60, 4) +
        luminary(12, 12, 8.6, ink) +
        down(12, 30.2, 5.4, 6.7) +
        luminary(30.5, 44, 10, ink) +
        character(title, 31, 21, 13, ink),
    },
    {
      id: `m-${face}`,
      box: "0 0 34 22",
      body: paper(34, 22, 3) + luminary(10.5, 11, 7.6, ink) + character(title, 25, 11, 12, ink),
    },
  ];
}

/** Tiles show a rank and no suit: for games in which suits do not matter, and cards alike stand in one column. */
function tile(rank: string): Drawing {
  const ink = rank === "R" ? "var(--joker-red)" : rank === "2" ? "var(--diamond)" : "var(--joker-black)";
  const body =
    rank === "R" ? sun(18, 20, 13.5, ink) : rank === "B" ? moon(17, 20, 11.5, ink) : numeral(rank === "10" ? 19 : 17, 33, 23, ink, rank);
  return { id: `t-${rank}`, box: "0 0 48 66", body: paper(48, 66, 4) + body };
}

/** Interlocking coins (套錢紋). */
function back(size: string, w: number, h: number, radius: number, cell: number): Drawing {
  const inset = radius + 1;
  const [inner, tall] = [w - 2 * inset, h - 2 * inset];
  let coins = "";
  for (let y = 0; y <= h + cell; y += cell) {
    for (let x = 0; x <= w + cell; x += cell) coins += `<circle cx="${x}" cy="${y}" r="${round(cell * 0.707)}"/>`;
  }
  return {
    id: `${size}-back`,
    box: `0 0 ${w} ${h}`,
    body:
      `<rect x=".5" y=".5" width="${w - 1}" height="${h - 1}" rx="${radius}" fill="var(--back)" stroke="var(--card-edge)"/>` +
      `<svg x="${inset}" y="${inset}" width="${inner}" height="${tall}" viewBox="0 0 ${inner} ${tall}">` +
      `<g fill="none" stroke="var(--back-2)" stroke-opacity=".55" stroke-width=".9">${coins}</g></svg>` +
      notched(inset - 2, inset - 2, inner + 4, tall + 4, radius * 0.7, `fill="none" stroke="var(--back-2)" stroke-width="1.3"`),
  };
}

const pips: Drawing[] = Object.entries(PIP).map(([suit, d]) => ({
  id: `pip-${suit}`,
  box: "0 0 20 20",
  body: `<path d="${d}" fill="${INK[suit]}"/>`,
}));

export const frenchSymbols: Drawing[] = [
  ...pips,
  ...RANKS.flatMap((rank) => [..."SHCD"].flatMap((suit) => faces(rank, suit))),
  ...jokers("R"),
  ...jokers("B"),
  ...[...RANKS, "B", "R"].map(tile),
  back("d", 100, 140, 7, 14),
  back("p", 44, 60, 4, 10),
  back("m", 34, 22, 3, 8),
];
