import type { Db } from '../../../db/connection.ts';
import { type PinPlace, type PinTable, shippedPins } from '../../../domain/pins/pin-table.ts';
import type { PinOfVerification, Place } from '../checked-verification.ts';
import { findLearned, ownPinsLoadedAt, readOwnPins } from './place-store.ts';

/** The table that comes with the product with the provider's own places in it, as read last. */
let withOwn: { loadedAt: string; table: PinTable } | undefined;

/** One table of both: by a table of one city alone, a phone would be in that city wherever it was. */
async function pins(db: Db): Promise<PinTable> {
  const loadedAt = await ownPinsLoadedAt(db);
  if (loadedAt === undefined) return shippedPins();
  if (withOwn?.loadedAt !== loadedAt) {
    const places = (await readOwnPins(db)).map(withDistrict);
    withOwn = { loadedAt, table: shippedPins().with(places) };
  }
  return withOwn.table;
}

/** Where a provider's table names no district, the one of the table that comes with the product. */
const withDistrict = ({ district, ...place }: PinPlace): PinPlace => ({
  ...place,
  district: district || (shippedPins().districtOf(place.pinCode) ?? ''),
});

/** How many pin codes around a visit are looked up: as many as the threshold `nearestPins` may ever ask for. */
const mostAround = 100;

/** The known place of a case's pin code, and the pin codes around its visit. */
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
