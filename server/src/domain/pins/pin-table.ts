import { readFileSync } from 'node:fs';

interface Point {
  latitude: number;
  longitude: number;
}

/**
 * The approximate place of a pin code. Our table and another one differ by 8.9 km at the median. So the place
 * is accurate enough for the district, but not for a distance.
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

export const farthestKm = 200;
const kmPerDegree = 111.195;

/** The places of all pin codes, in memory. Scanning all 19,000 places takes less than a millisecond. */
export class PinTable {
  readonly #places: readonly PinPlace[];
  readonly #byPinCode: ReadonlyMap<string, PinPlace>;
  /** The postal districts: the first three digits of all pin codes. */
  readonly postalDistricts: ReadonlySet<string>;

  constructor(places: readonly PinPlace[]) {
    this.#places = places;
    this.#byPinCode = new Map(places.map((place) => [place.pinCode, place]));
    this.postalDistricts = new Set(places.map(({ pinCode }) => pinCode.slice(0, 3)));
  }

  with(places: readonly PinPlace[]): PinTable {
    const replaced = new Set(places.map(({ pinCode }) => pinCode));
    return new PinTable([
      ...this.#places.filter(({ pinCode }) => !replaced.has(pinCode)),
      ...places,
    ]);
  }

  /**
   * Returns the district of a pin code. Returns an empty text if only the postal district is known, and
   * null if the postal district is unknown too.
   */
  districtOf(pinCode: string): string | null {
    return (
      this.#byPinCode.get(pinCode)?.district ??
      (this.postalDistricts.has(pinCode.slice(0, 3)) ? '' : null)
    );
  }

  placeOf(pinCode: string): Point | null {
    const found = this.#byPinCode.get(pinCode);
    return found ? { latitude: found.latitude, longitude: found.longitude } : null;
  }

  /** Returns the `count` pin codes around a place, nearest first; null if none is within {@link farthestKm}. */
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

/** The source of the table is GeoNames, CC BY 4.0. */
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
