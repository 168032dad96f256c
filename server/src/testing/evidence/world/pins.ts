import { readFileSync } from 'node:fs';
import { type PinPlace, readPinPlaces, shippedPins } from '../../../domain/pins/pin-table.ts';
import { away, type Chances, type Point } from './chances.ts';

/** A pin code of the world, with the real centre of its addresses and their usual distance from it. */
export interface Pin {
  code: string;
  region: number;
  spot: Point;
  /** The radius in metres around the centre that contains half of the addresses. */
  reach: number;
}

const metros = ['400', '560', '110', '600'];
const others = ['411', '422', '302', '226', '641', '530', '380', '751', '462', '695'];

/** Draws twenty pin codes from four metros and forty from ten districts. Each agent works in one region. */
export function drawPins(chances: Chances): Pin[] {
  const file = new URL('../../../domain/pins/pin-places.txt', import.meta.url);
  const all = readPinPlaces(readFileSync(file, 'utf8'));
  return [...metros, ...others].flatMap((prefix, region) => {
    const isMetro = region < metros.length;
    const inPrefix = all.filter(({ pinCode }) => pinCode.startsWith(prefix));
    const chosen = new Set<PinPlace>();
    while (chosen.size < (isMetro ? 5 : 4)) chosen.add(chances.pick(inPrefix));
    return [...chosen].map((place) => ({
      code: place.pinCode,
      region,
      spot: spotOf(chances, place, isMetro),
      reach: isMetro ? chances.around(900, 0.4) : chances.around(3_000, 0.5),
    }));
  });
}

/**
 * Chooses at random the point that this world uses as the centre of a pin code. The point's distance from the
 * place in the table is about the usual error of such tables. Tries again until a pin code of the same postal
 * district is nearby. Skips this condition for 1 % of the points outside the metros, so that some honest
 * visits seem to be in a different district.
 */
function spotOf(chances: Chances, place: PinPlace, isMetro: boolean): Point {
  const mayStray = !isMetro && chances.happens(0.01);
  for (let tries = 0; tries < 50; tries += 1) {
    const metres = Math.min(60_000, chances.around(isMetro ? 4_000 : 9_000, 0.9));
    const spot = away(chances, place, metres);
    const near = shippedPins().around(spot, 25) ?? [];
    if (mayStray || near.some(({ pinCode }) => pinCode.startsWith(place.pinCode.slice(0, 3)))) {
      return spot;
    }
  }
  return place;
}
