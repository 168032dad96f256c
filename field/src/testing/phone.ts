import { database } from '../lib/db/database.ts';
import { lockNow } from '../lib/lock/lock.ts';

/** A phone that holds nothing yet. */
export async function emptyPhone(): Promise<void> {
  lockNow();
  const db = await database();
  const names = [...db.objectStoreNames];
  const trx = db.transaction(names, 'readwrite');
  for (const name of names) await trx.objectStore(name).clear();
  await trx.done;
}
