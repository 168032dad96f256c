import { shade } from './colour.ts';
import { type Point, round, type Sheet, type Stop, sheetHeight, sheetWidth } from './sheet.ts';

/** Metres: to the right, up, and away from the camera. */
export type Place = readonly [x: number, y: number, z: number];

export interface Camera {
  eye: Place;
  /** Radians to the right. */
  yaw?: number;
  /** Radians upwards. */
  pitch?: number;
  /** Pixels; 1400 is a phone. */
  focal?: number;
}

const nearest = 0.15;

const daylight: Place = [-0.42, 0.66, -0.62];

export function plus(place: Place, step: Place, times = 1): Place {
  return [place[0] + step[0] * times, place[1] + step[1] * times, place[2] + step[2] * times];
}

function dot(a: Place, b: Place) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function direction(from: Place, to: Place): Place {
  const step = plus(to, from, -1);
  const length = Math.hypot(...step) || 1;
  return [step[0] / length, step[1] / length, step[2] / length];
}

/** A camera that looks into a scene measured in metres and draws what it sees on a sheet. */
export class View {
  readonly sheet: Sheet;
  readonly eye: Place;
  readonly #yaw: number;
  readonly #pitch: number;
  readonly #focal: number;

  constructor(sheet: Sheet, { eye, yaw = 0, pitch = 0, focal = 1400 }: Camera) {
    this.sheet = sheet;
    this.eye = eye;
    this.#yaw = yaw;
    this.#pitch = pitch;
    this.#focal = focal;
  }

  at(place: Place): Point {
    return this.#flatten(this.#turn(place));
  }

  /** Pixels that one metre takes up at a place. */
  scale(place: Place): number {
    return this.#focal / Math.max(nearest, this.#turn(place)[2]);
  }

  polygon(places: readonly Place[], fill: string, more = '') {
    this.sheet.polygon(this.#clip(places.map((place) => this.#turn(place))), fill, more);
  }

  line(places: readonly Place[], stroke: string, metres: number, more = '') {
    const middle = places[Math.floor(places.length / 2)] ?? this.eye;
    const width = Math.max(0.8, this.scale(middle) * metres);
    this.sheet.line(
      this.#clip(
        places.map((place) => this.#turn(place)),
        false,
      ),
      stroke,
      width,
      more,
    );
  }

  plane(origin: Place, across: Place, up: Place): Plane {
    return new Plane(this, origin, across, up);
  }

  /** A wall that faces the camera. */
  front(x: number, y: number, z: number): Plane {
    return this.plane([x, y, z], [1, 0, 0], [0, 1, 0]);
  }

  /** A wall that runs away from the camera. */
  side(x: number, y: number, z: number): Plane {
    return this.plane([x, y, z], [0, 0, 1], [0, 1, 0]);
  }

  floor(x: number, y: number, z: number): Plane {
    return this.plane([x, y, z], [1, 0, 0], [0, 0, 1]);
  }

  /** A box from one corner along three edges; daylight falls on it from the upper left. */
  block(corner: Place, edges: readonly [Place, Place, Place], colour: string, more = '') {
    const centre = edges.reduce((sum, edge) => plus(sum, edge, 0.5), corner);
    for (const [index, normal] of edges.entries()) {
      const [first, second] = edges.filter((_, other) => other !== index) as [Place, Place];
      for (const start of [corner, plus(corner, normal)]) {
        const middle = plus(plus(start, first, 0.5), second, 0.5);
        const outward = direction(centre, middle);
        const towardsEye = direction(middle, this.eye);
        if (dot(outward, towardsEye) <= 0) continue;
        const lit = 0.5 + 0.42 * (1 + dot(outward, daylight));
        const face = [
          start,
          plus(start, first),
          plus(plus(start, first), second),
          plus(start, second),
        ];
        this.polygon(face, shade(colour, lit), more);
      }
    }
  }

  /** A box that stands square to the scene, by its lower left near corner. */
  box(corner: Place, [width, height, depth]: Place, colour: string, more = '') {
    this.block(
      corner,
      [
        [width, 0, 0],
        [0, height, 0],
        [0, 0, depth],
      ],
      colour,
      more,
    );
  }

  #turn([x, y, z]: Place): Place {
    const [dx, dy, dz] = [x - this.eye[0], y - this.eye[1], z - this.eye[2]];
    const [sinYaw, cosYaw] = [Math.sin(this.#yaw), Math.cos(this.#yaw)];
    const [right, ahead] = [dx * cosYaw - dz * sinYaw, dx * sinYaw + dz * cosYaw];
    const [sinPitch, cosPitch] = [Math.sin(this.#pitch), Math.cos(this.#pitch)];
    return [right, dy * cosPitch - ahead * sinPitch, dy * sinPitch + ahead * cosPitch];
  }

  #flatten([right, up, ahead]: Place): Point {
    const depth = Math.max(nearest, ahead);
    return [
      sheetWidth / 2 + (this.#focal * right) / depth,
      sheetHeight / 2 - (this.#focal * up) / depth,
    ];
  }

  /** Cuts away what lies behind the camera. */
  #clip(turned: readonly Place[], closed = true): Point[] {
    const kept: Place[] = [];
    turned.forEach((place, index) => {
      const before = turned[index === 0 ? turned.length - 1 : index - 1] ?? place;
      if ((closed || index > 0) && place[2] < nearest !== before[2] < nearest) {
        const share = (nearest - before[2]) / (place[2] - before[2]);
        const between = (a: number, b: number) => a + (b - a) * share;
        kept.push([between(before[0], place[0]), between(before[1], place[1]), nearest]);
      }
      if (place[2] >= nearest) kept.push(place);
    });
    return kept.map((place) => this.#flatten(place));
  }
}

/** A flat surface in the scene, drawn on in metres from its lower left corner. */
export class Plane {
  readonly view: View;
  readonly #origin: Place;
  readonly #across: Place;
  readonly #up: Place;

  constructor(view: View, origin: Place, across: Place, up: Place) {
    this.view = view;
    this.#origin = origin;
    this.#across = across;
    this.#up = up;
  }

  place(a: number, b: number): Place {
    return plus(plus(this.#origin, this.#across, a), this.#up, b);
  }

  polygon(points: readonly Point[], fill: string, more = '') {
    this.view.polygon(
      points.map(([a, b]) => this.place(a, b)),
      fill,
      more,
    );
  }

  rectangle(a: number, b: number, width: number, height: number, fill: string, more = '') {
    this.polygon(
      [
        [a, b],
        [a + width, b],
        [a + width, b + height],
        [a, b + height],
      ],
      fill,
      more,
    );
  }

  ellipse(a: number, b: number, ra: number, rb: number, fill: string, more = '') {
    const turns = Array.from({ length: 20 }, (_, index) => (index * Math.PI) / 10);
    this.polygon(
      turns.map((turn) => [a + ra * Math.cos(turn), b + rb * Math.sin(turn)]),
      fill,
      more,
    );
  }

  line(points: readonly Point[], stroke: string, metres: number, more = '') {
    this.view.line(
      points.map(([a, b]) => this.place(a, b)),
      stroke,
      metres,
      more,
    );
  }

  /** A gradient between two points of the surface. */
  shading(from: Point, to: Point, ...stops: Stop[]): string {
    const { view } = this;
    return view.sheet.linear(view.at(this.place(...from)), view.at(this.place(...to)), ...stops);
  }

  /** Words centred at a point, leaning as the surface does. */
  text(a: number, b: number, metres: number, words: string, fill: string, more = '') {
    const { view } = this;
    const here = view.at(this.place(a, b));
    const across = view.at(this.place(a + 0.5, b));
    const up = view.at(this.place(a, b + 0.5));
    const slope = (to: Point, axis: 0 | 1) =>
      round(((to[axis] - here[axis]) / 0.5) * (metres / 100));
    const matrix = [slope(across, 0), slope(across, 1), -slope(up, 0), -slope(up, 1)].join(' ');
    view.sheet.add(`<g transform="matrix(${matrix} ${round(here[0])} ${round(here[1])})">`);
    view.sheet.text(0, 0, 100, words, fill, `text-anchor="middle" ${more}`);
    view.sheet.add('</g>');
  }
}
