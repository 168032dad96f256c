import type { Db } from '../../../db/connection.ts';
import { type PinPlace, type PinTable, shippedPins } from '../../../domain/pins/pin-table.ts';
import type { PinOfVerification, Place } from '../checked-verification.ts';
import { findLearned, ownPinsLoadedAt, readOwnPins } from './place-store.ts';

/** The product's table merged with the provider's places, cached until the provider loads another table. */
let withOwn: { loadedAt: string; table: PinTable } | undefined;

/**
 * Merges the provider's table into the product's, because a table of one city alone would put every phone
 * in that city.
 */
async function pins(db: Db): Promise<PinTable> {
  const loadedAt = await ownPinsLoadedAt(db);
  if (loadedAt === undefined) return shippedPins();
  if (withOwn?.loadedAt !== loadedAt) {
    const places = (await readOwnPins(db)).map(withDistrict);
    withOwn = { loadedAt, table: shippedPins().with(places) };
  }
  return withOwn.table;
}

const withDistrict = ({ district, ...place }: PinPlace): PinPlace => ({
  ...place,
  district: district || (shippedPins().districtOf(place.pinCode) ?? ''),
});

/** The maximum of the threshold `nearestPins`. */
const mostAround = 100;

export async function lookUpPin(
  db: Db,
  pinCode: string,
  place: Place | null,
): Promise<PinOfVerification> {
  const [table, learned] = await Promise.all([pins(db), findLearned(db, pinCode)]);
  return {
    pinCode,
    district: table.districtOf(pinCode),
    roughly: table.placeOf(pinCode),
    around: place && table.around(place, mostAround),
    learned,
  };
}
