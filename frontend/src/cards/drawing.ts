/** The few forms that every drawing is made of.  A drawing is SVG text; its colours are the page's custom properties. */

export interface Drawing {
  id: string;
  box: string;
  body: string;
  /** fills whatever box it is put into */
  stretches?: true;
}

export const round = (x: number) => Math.round(x * 100) / 100;

export function times(n: number, draw: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => draw(i)).join("");
}

/** A frame with inward corners (委角), the form that tray, runner, panel and card share. */
export function notched(x: number, y: number, w: number, h: number, n: number, attributes: string): string {
  return (
    `<path d="M${x + n} ${y}H${x + w - n}A${n} ${n} 0 0 0 ${x + w} ${y + n}V${y + h - n}A${n} ${n} 0 0 0 ${x + w - n} ${y + h}` +
    `H${x + n}A${n} ${n} 0 0 0 ${x} ${y + h - n}V${y + n}A${n} ${n} 0 0 0 ${x + n} ${y}Z" ${attributes}/>`
  );
}

/** The same once more, upside down about a point. */
export function turned(cx: number, cy: number, body: string): string {
  return `${body}<g transform="rotate(180 ${cx} ${cy})">${body}</g>`;
}

export function paper(w: number, h: number, radius: number): string {
  return `<rect x=".5" y=".5" width="${w - 1}" height="${h - 1}" rx="${radius}" fill="var(--card)" stroke="var(--card-edge)"/>`;
}

/** Another symbol of the same file, its middle at a point. */
export function placed(id: string, cx: number, cy: number, size: number, more = ""): string {
  return `<use href="#${id}" x="${round(cx - size / 2)}" y="${round(cy - size / 2)}" width="${size}" height="${size}"${more}/>`;
}
