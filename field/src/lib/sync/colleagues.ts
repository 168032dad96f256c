import { visitReceipts } from '@doorstep/contract/visits/phone';
import { database } from '../db/database.ts';
import { decrypt, encrypt } from '../db/encrypted.ts';
import { openKey } from '../lock/lock.ts';
import { readAccountRecord } from '../session/account-record.ts';
import { call } from '../session/api.ts';
import { change } from './send-visit.ts';

/**
 * Fetches the names of the colleagues who now have the tasks of held visits. Works only while unlocked,
 * because a colleague's name must not be stored in plain text. Rejects with NoAnswer or Refusal.
 */
export async function fetchColleagues(): Promise<void> {
  const key = openKey();
  const account = await readAccountRecord();
  if (!account || account.isEnded) return;
  const unnamed: string[] = [];
  for (const { visitId, heldBecause, colleague } of await (await database()).getAll('outbox')) {
    if (heldBecause !== 'reassigned') continue;
    // A name that was encrypted before the PIN was forgotten can't be read.
    const name = colleague && (await decrypt(key, colleague).catch(() => null));
    if (!name) unnamed.push(visitId);
  }
  if (unnamed.length === 0) return;
  const visits = unnamed.slice(-50);
  const query = { visits: visits.join() };
  const { receipts } = await call(visitReceipts, { query, token: account.sendToken });
  for (const { visit_id, colleague: name } of receipts) {
    if (!name) continue;
    const colleague = await encrypt(key, name);
    await change(visit_id, () => ({ colleague }));
  }
}
