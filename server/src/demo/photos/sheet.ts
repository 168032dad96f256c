import { type Chance, seeded } from '../seeded.ts';

export type Point = readonly [number, number];
/** An offset from 0 to 1, a colour, and how much it covers. */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

export const sheetWidth = 1600;
export const sheetHeight = 1200;

/** A picture being drawn as SVG, 1600 by 1200. */
export class Sheet {
  readonly chance: Chance;
  readonly #definitions: string[] = [];
  readonly #parts: string[] = [];

  constructor(seed: number) {
    this.chance = seeded(seed);
  }

  add(...markup: string[]) {
    this.#parts.push(...markup);
  }

  polygon(points: readonly Point[], fill: string, more = '') {
    if (points.length > 2) this.add(`<polygon points="${join(points)}" fill="${fill}" ${more}/>`);
  }

  line(points: readonly Point[], stroke: string, width: number, more = '') {
    this.add(
      `<polyline points="${join(points)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" ${more}/>`,
    );
  }

  rectangle(x: number, y: number, width: number, height: number, fill: string, more = '') {
    this.add(
      `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`,
    );
  }

  ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = '') {
    this.add(
      `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${more}/>`,
    );
  }

  /** A shadow or glow that fades out. */
  glow(x: number, y: number, rx: number, ry: number, colour: string, opacity: number) {
    this.ellipse(
      x,
      y,
      rx,
      ry,
      this.radial([0, colour, opacity], [0.45, colour, opacity * 0.6], [1, colour, 0]),
    );
  }

  text(x: number, y: number, size: number, words: string, fill: string, more = '') {
    this.add(
      `<text x="${round(x)}" y="${round(y)}" font-size="${round(size)}" fill="${fill}" ${more}>${escape(words)}</text>`,
    );
  }

  linear(from: Point, to: Point, ...stops: Stop[]): string {
    const [x1, y1] = from.map(round);
    const [x2, y2] = to.map(round);
    return this.define(
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.map(stopOf).join('')}</linearGradient>`,
    );
  }

  radial(...stops: Stop[]): string {
    return this.define(
      (id) => `<radialGradient id="${id}">${stops.map(stopOf).join('')}</radialGradient>`,
    );
  }

  define(markup: (id: string) => string): string {
    const id = `d${this.#definitions.length}`;
    this.#definitions.push(markup(id));
    return `url(#${id})`;
  }

  /** The whole picture, to be drawn so many pixels wide. */
  svg(width: number): string {
    const height = (width * sheetHeight) / sheetWidth;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheetWidth} ${sheetHeight}" width="${width}" height="${height}" font-family="Noto Sans, Noto Sans Devanagari"><defs>${this.#definitions.join('')}</defs>${this.#parts.join('')}</svg>`;
  }
}

function stopOf([offset, colour, opacity = 1]: Stop) {
  return `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${round(opacity)}"/>`;
}

function join(points: readonly Point[]) {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}

export function round(value: number) {
  return Math.round(value * 100) / 100;
}

function escape(words: string) {
  return words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
