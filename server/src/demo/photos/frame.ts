import type { Place, Plane, View } from './view.ts';
import { plus } from './view.ts';

/** The front of a building: metres along it, up it, and out of it towards the street. */
export class Frame {
  readonly view: View;
  readonly #origin: Place;
  readonly #along: Place;
  readonly #out: Place;

  constructor(view: View, origin: Place, along: Place, out: Place) {
    this.view = view;
    this.#origin = origin;
    this.#along = along;
    this.#out = out;
  }

  at(a: number, b: number, out: number): Place {
    return plus(plus(plus(this.#origin, this.#along, a), [0, b, 0]), this.#out, out);
  }

  /** The surface `out` metres in front of the wall. */
  wall(out = 0): Plane {
    return this.view.plane(this.at(0, 0, out), this.#along, [0, 1, 0]);
  }

  slab(
    a: number,
    b: number,
    width: number,
    height: number,
    from: number,
    to: number,
    colour: string,
  ) {
    const zero: Place = [0, 0, 0];
    this.view.block(
      this.at(a, b, from),
      [plus(zero, this.#along, width), [0, height, 0], plus(zero, this.#out, to - from)],
      colour,
    );
  }
}
