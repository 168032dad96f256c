import { readFileSync } from 'node:fs';

interface Point {
  latitude: number;
  longitude: number;
}

/** Roughly where a pin code is: sources disagree by 13 km at the median. Good for its district, not for a distance. */
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

/** Where pin codes are, in memory: going through all 19,000 of them takes less than a millisecond. */
export class PinTable {
  readonly #places: readonly PinPlace[];
  readonly #byPinCode: ReadonlyMap<string, PinPlace>;
  /** The first three digits of the pin codes: pin codes of one postal district lie in several districts. */
  readonly postalDistricts: ReadonlySet<string>;

  constructor(places: readonly PinPlace[]) {
    this.#places = places;
    this.#byPinCode = new Map(places.map((place) => [place.pinCode, place]));
    this.postalDistricts = new Set(places.map(({ pinCode }) => pinCode.slice(0, 3)));
  }

  /** A table with these places in place of its own. */
  with(places: readonly PinPlace[]): PinTable {
    const replaced = new Set(places.map(({ pinCode }) => pinCode));
    return new PinTable([
      ...this.#places.filter(({ pinCode }) => !replaced.has(pinCode)),
      ...places,
    ]);
  }

  /** The district of a pin code; empty where only its postal district is known, null where that is not known either. */
  districtOf(pinCode: string): string | null {
    return (
      this.#byPinCode.get(pinCode)?.district ??
      (this.postalDistricts.has(pinCode.slice(0, 3)) ? '' : null)
    );
  }

  /** Roughly where a pin code is, where the table has it. */
  placeOf(pinCode: string): Point | null {
    const found = this.#byPinCode.get(pinCode);
    return found ? { latitude: found.latitude, longitude: found.longitude } : null;
  }

  /** So many pin codes around a place, nearest first; null where there is none within 200 km. */
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

/** Reads lines of `State/District` with a line `pin latitude longitude` for each pin code of it below. */
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
