import { announce } from '../db/announce.ts';
import { database, readMeta } from '../db/database.ts';
import { decrypt, type Encrypted, encrypt } from '../db/encrypted.ts';
import { openKey, putIfCurrentKey } from '../lock/lock.ts';

/**
 * Returns tasks in the order of the ids `own`. A task that is not in `own` comes directly after the task that
 * precedes it in the suggested order.
 */
export function applyOrder<T extends { id: number }>(
  suggested: readonly T[],
  own: readonly number[],
): T[] {
  const byId = new Map(suggested.map((task) => [task.id, task]));
  const ordered = own.flatMap((id) => byId.get(id) ?? []);
  for (const [at, task] of suggested.entries()) {
    if (own.includes(task.id)) continue;
    const before = suggested[at - 1];
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, task);
  }
  return ordered;
}

export async function readOwnOrder(key = openKey()): Promise<number[]> {
  const stored = await readMeta<Encrypted<number[]>>('order');
  // The order can't be decrypted if the PIN was forgotten since it was stored.
  return stored ? decrypt(key, stored).catch(() => []) : [];
}

/** Rejects with a QuotaExceededError if the phone is full. */
export function saveOwnOrder(ids: readonly number[]): Promise<void> {
  const key = openKey();
  return navigator.locks.request('doorstep-field-order', async () => {
    await putIfCurrentKey(key, 'order', await encrypt(key, ids));
    announce('tasks');
  });
}

export function dropOwnOrder(): Promise<void> {
  return navigator.locks.request('doorstep-field-order', async () => {
    await (await database()).delete('meta', 'order');
    announce('tasks');
  });
}
