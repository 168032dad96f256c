import type { Kysely } from 'kysely';
import { recordAudit, serverActor } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import type { PinPlace } from '../../../domain/pins/pin-table.ts';
import { countOwnPins, replaceOwnPins } from './place-store.ts';

/** Replaces the provider's own table of pin codes. With an empty list, only the product's table counts. */
export const loadOwnPins = (db: Kysely<Database>, places: readonly PinPlace[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await countOwnPins(trx);
    await replaceOwnPins(trx, places);
    await recordAudit(trx, serverActor, 'evidence.load_pin_places', null, {
      before: { pin_codes: before },
      after: { pin_codes: places.length },
    });
  });
