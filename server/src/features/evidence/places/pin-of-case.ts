import type { Db } from '../../../db/connection.ts';
import type { PinOfCase, Place } from '../case.ts';
import { PinTable, shippedPins } from './pin-table.ts';
import { findLearned, ownPinsLoadedAt, readOwnPins } from './place-store.ts';

/** The provider's own table, as read last. */
let own: { loadedAt: string; table: PinTable } | undefined;

/** The provider's own table of pin codes, or the one that comes with the product. */
async function currentPins(db: Db): Promise<PinTable> {
  const loadedAt = await ownPinsLoadedAt(db);
  if (loadedAt === undefined) return shippedPins();
  if (own?.loadedAt !== loadedAt) own = { loadedAt, table: new PinTable(await readOwnPins(db)) };
  return own.table;
}

/** So many around a visit, of which the checks take as many as they are told to. */
const mostAround = 100;

/** What is known of where a case's pin code is, and which pin codes are around its visit. */
export async function lookUpPin(db: Db, pinCode: string, place: Place | null): Promise<PinOfCase> {
  const [pins, learned] = await Promise.all([currentPins(db), findLearned(db, pinCode)]);
  return {
    pinCode,
    district: pins.districtOf(pinCode),
    roughly: pins.placeOf(pinCode),
    around: place && pins.around(place, mostAround),
    learned,
  };
}
