import type { Db } from '../../../db/connection.ts';
import type { PinOfCase, Place } from '../case.ts';
import { type PinPlace, PinTable, shippedPins } from './pin-table.ts';
import { findLearned, ownPinsLoadedAt, readOwnPins } from './place-store.ts';

/** The provider's own table, as read last. */
let own: { loadedAt: string; table: PinTable } | undefined;

/** The provider's own table where it has a pin code, else the one that comes with the product. */
async function pinsFor(db: Db, pinCode: string): Promise<PinTable> {
  const loadedAt = await ownPinsLoadedAt(db);
  if (loadedAt === undefined) return shippedPins();
  if (own?.loadedAt !== loadedAt) {
    const places = (await readOwnPins(db)).map(withDistrict);
    own = { loadedAt, table: new PinTable(places) };
  }
  // Where the own table lacks this pin code it may lack those around the phone too, and would name far ones as the nearest.
  return own.table.has(pinCode) ? own.table : shippedPins();
}

/** Where a provider's table names no district, the one of the table that comes with the product. */
const withDistrict = ({ district, ...place }: PinPlace): PinPlace => ({
  ...place,
  district: district || (shippedPins().districtOf(place.pinCode) ?? ''),
});

/** How many pin codes around a visit are looked up: as many as the threshold `nearestPins` may ever ask for. */
const mostAround = 100;

/** What is known of where a case's pin code is, and which pin codes are around its visit. */
export async function lookUpPin(db: Db, pinCode: string, place: Place | null): Promise<PinOfCase> {
  const [pins, learned] = await Promise.all([pinsFor(db, pinCode), findLearned(db, pinCode)]);
  return {
    pinCode,
    district: pins.districtOf(pinCode),
    roughly: pins.placeOf(pinCode),
    around: place && pins.around(place, mostAround),
    learned,
  };
}
