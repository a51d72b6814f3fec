/**
 * A link as a QR code (ISO/IEC 18004), for a telephone held before the screen: bytes, correction level M, versions 1 to 6,
 * which is room for 106 characters.
 */

// by version: data bytes of a block, correction bytes of a block, blocks
const BLOCKS = [[16, 10, 1], [28, 16, 1], [44, 26, 1], [32, 18, 2], [43, 24, 2], [27, 16, 4]] as const;

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

// -- the field of 256 elements over which the correction is computed

const POWER = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
  POWER[i] = POWER[i + 255] = value;
  LOG[value] = i;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

const times = (a: number, b: number) => (a && b ? POWER[LOG[a]! + LOG[b]!]! : 0);

/** The remainder after division by the generator polynomial of that many correction bytes. */
export function correction(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((factor, j) => (next[j + 1]! ^= times(factor, POWER[i]!)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    generator.forEach((factor, j) => (rest[i + j]! ^= times(factor, lead)));
  }
  return rest.slice(data.length);
}

/** The bits in the order in which they are laid: data of all blocks in turn, then their corrections in turn. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [size, extra, blocks] = BLOCKS[version - 1]!;
  const bits = [0, 1, 0, 0]; // what follows are bytes
  const push = (value: number) => {
    for (let bit = 7; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  push(bytes.length);
  bytes.forEach(push);
  const room = size * blocks * 8;
  for (let i = 0; i < 4 && bits.length < room; i++) bits.push(0);
  while (bits.length % 8) bits.push(0);
  for (let filler = 0xec; bits.length < room; filler ^= 0xec ^ 0x11) push(filler);

  const data = Array.from({ length: size * blocks }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(""), 2));
  const parts = Array.from({ length: blocks }, (_, block) => data.slice(block * size, (block + 1) * size));
  const corrections = parts.map((part) => correction(part, extra));
  const inTurn = (lists: number[][], length: number) => Array.from({ length }, (_, i) => lists.map((list) => list[i]!)).flat();
  return [...inTurn(parts, size), ...inTurn(corrections, extra)];
}

/** Level and mask, protected by a BCH code of their own. */
export function formatBits(mask: number): number {
  let rest = mask << 10;
  for (let bit = 12; bit >= 10; bit--) if (rest & (1 << bit)) rest ^= 0x537 << (bit - 10);
  return ((mask << 10) | rest) ^ 0x5412;
}

type Grid = (boolean | undefined)[][];

/** The patterns that a reader looks for; `undefined` is left for the data. */
function frame(version: number): Grid {
  const side = 17 + 4 * version;
  const grid: Grid = Array.from({ length: side }, () => Array<boolean | undefined>(side).fill(undefined));
  const square = (cx: number, cy: number, reach: number, dark: (distance: number) => boolean) => {
    for (let y = cy - reach; y <= cy + reach; y++) {
      const line = grid[y];
      for (let x = cx - reach; line && x <= cx + reach; x++) {
        if (x >= 0 && x < side) line[x] = dark(Math.max(Math.abs(x - cx), Math.abs(y - cy)));
      }
    }
  };
  for (let i = 0; i < side; i++) grid[6]![i] = grid[i]![6] = i % 2 === 0;
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]] as const) square(x, y, 4, (d) => d !== 2 && d !== 4);
  if (version > 1) square(side - 7, side - 7, 2, (d) => d !== 1);
  return grid;
}

function layFormat(grid: Grid, mask: number): void {
  const side = grid.length;
  const bits = formatBits(mask);
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    grid[i < 6 ? i : i < 8 ? i + 1 : side - 15 + i]![8] = dark;
    grid[8]![i < 8 ? side - 1 - i : i < 9 ? 7 : 14 - i] = dark;
  }
  grid[side - 8]![8] = true;
}

/** How long the runs of one colour are: a picture of many short ones is read best. */
function unrest(grid: Grid): number {
  const runs = (line: (boolean | undefined)[]) => {
    let [sum, run] = [0, 1];
    for (let i = 1; i < line.length; i++) {
      run = line[i] === line[i - 1] ? run + 1 : 1;
      if (run >= 5) sum += run === 5 ? 3 : 1;
    }
    return sum;
  };
  return grid.reduce((sum, line, i) => sum + runs(line) + runs(grid.map((other) => other[i])), 0);
}

/** The code as rows of dark and light, or undefined where the text is too long. */
export function qrCode(text: string): boolean[][] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([size, , blocks]) => size * blocks - 2 >= bytes.length) + 1;
  if (!version) return undefined;
  const words = codewords(bytes, version);
  const candidates = MASKS.map((masked, mask) => {
    const grid = frame(version);
    layFormat(grid, mask);
    const side = grid.length;
    let bit = 0;
    for (let right = side - 1, upward = true; right > 0; right -= 2, upward = !upward) {
      if (right === 6) right--; // the column of the timing pattern
      for (let step = 0; step < side; step++) {
        const y = upward ? side - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (grid[y]![x] !== undefined) continue;
          const dark = bit < words.length * 8 && ((words[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1;
          bit++;
          grid[y]![x] = dark !== masked(x, y);
        }
      }
    }
    return grid;
  });
  return candidates.reduce((best, grid) => (unrest(grid) < unrest(best) ? grid : best)) as boolean[][];
}
