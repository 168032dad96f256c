import { readFileSync } from 'node:fs';

interface Point {
  latitude: number;
  longitude: number;
}

/**
 * The approximate place of a pin code. Sources differ by 13 km at the median: accurate enough for its
 * district, not for a distance.
 */
export interface PinPlace extends Point {
  pinCode: string;
  district: string;
}

export interface NearPin {
  pinCode: string;
  district: string;
  km: number;
}

/** Visits farther away than this are ignored. */
export const farthestKm = 200;
const kmPerDegree = 111.195;

/** The places of all pin codes, in memory: scanning all 19,000 takes less than a millisecond. */
export class PinTable {
  readonly #places: readonly PinPlace[];
  readonly #byPinCode: ReadonlyMap<string, PinPlace>;
  /** The first three digits of the pin codes. One postal district spans several districts. */
  readonly postalDistricts: ReadonlySet<string>;

  constructor(places: readonly PinPlace[]) {
    this.#places = places;
    this.#byPinCode = new Map(places.map((place) => [place.pinCode, place]));
    this.postalDistricts = new Set(places.map(({ pinCode }) => pinCode.slice(0, 3)));
  }

  /** Returns a copy of the table in which these places replace those of the same pin codes. */
  with(places: readonly PinPlace[]): PinTable {
    const replaced = new Set(places.map(({ pinCode }) => pinCode));
    return new PinTable([
      ...this.#places.filter(({ pinCode }) => !replaced.has(pinCode)),
      ...places,
    ]);
  }

  /**
   * Returns the district of a pin code; empty if only its postal district is known, null if that is unknown
   * too.
   */
  districtOf(pinCode: string): string | null {
    return (
      this.#byPinCode.get(pinCode)?.district ??
      (this.postalDistricts.has(pinCode.slice(0, 3)) ? '' : null)
    );
  }

  /** Returns the approximate place of a pin code, if the table has it. */
  placeOf(pinCode: string): Point | null {
    const found = this.#byPinCode.get(pinCode);
    return found ? { latitude: found.latitude, longitude: found.longitude } : null;
  }

  /** Returns that many pin codes around a place, nearest first; null if none is within 200 km. */
  around({ latitude, longitude }: Point, count: number): NearPin[] | null {
    const shrink = Math.cos((latitude * Math.PI) / 180);
    const near: { place: PinPlace; km: number }[] = [];
    let reach = farthestKm;
    for (const place of this.#places) {
      const north = Math.abs(place.latitude - latitude) * kmPerDegree;
      if (north > reach) continue;
      const east = (place.longitude - longitude) * kmPerDegree * shrink;
      const km = Math.hypot(north, east);
      if (km > reach) continue;
      const at = near.findLastIndex((other) => other.km <= km) + 1;
      near.splice(at, 0, { place, km });
      if (near.length > count) near.pop();
      if (near.length === count) reach = near.at(-1)?.km ?? reach;
    }
    if (near.length === 0) return null;
    return near.map(({ place: { pinCode, district }, km }) => ({ pinCode, district, km }));
  }
}

let shipped: PinTable | undefined;

/** The table that comes with the product: GeoNames, CC BY 4.0. */
export function shippedPins(): PinTable {
  const file = new URL('./pin-places.txt', import.meta.url);
  shipped ??= new PinTable(readPinPlaces(readFileSync(file, 'utf8')));
  return shipped;
}

/** Parses lines of `State/District`, each followed by lines `pin latitude longitude` of its pin codes. */
export function readPinPlaces(text: string): PinPlace[] {
  const places: PinPlace[] = [];
  let district = '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [pinCode = '', latitude, longitude] = line.split(' ');
    if (/^\d{6}$/.test(pinCode)) {
      places.push({ pinCode, district, latitude: Number(latitude), longitude: Number(longitude) });
    } else district = line.slice(line.indexOf('/') + 1);
  }
  return places;
}
