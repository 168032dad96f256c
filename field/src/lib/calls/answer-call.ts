import type { CallResult } from '@doorstep/contract/visits/calls';
import { base64 } from '../base64.ts';
import { announce } from '../db/announce.ts';
import { database } from '../db/database.ts';
import { decrypt, encrypt } from '../db/encrypted.ts';
import { openKey } from '../lock/lock.ts';
import { readRecipient } from '../session/server-key.ts';
import { sendSoon } from '../sync/queue.ts';
import { encryptToServer } from '../visit/encrypt-to-server.ts';
import type { StoredCall } from './stored-call.ts';

/**
 * Stores how a call went, and sends the answer. Waits until the answer is written to disk. Does nothing if
 * the call was already answered or deleted.
 */
export async function answerCall(
  id: string,
  result: CallResult,
  appointmentAt: string | null = null,
): Promise<void> {
  const key = openKey();
  const [call, recipient] = await Promise.all([
    (await database()).get('calls', id),
    readRecipient(),
  ]);
  if (!call) return;
  if (!recipient) throw new Error('This phone has not received the office’s key yet.');
  const details = await decrypt(key, call.details);
  const request = {
    call_id: id,
    assignment_version: details.assignmentVersion,
    at: details.at,
    result,
    appointment_at: appointmentAt,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const envelope = base64(await encryptToServer(recipient, bytes));
  const encrypted = await encrypt(key, { ...details, result, appointmentAt });
  await change(id, { ...call, state: 'waiting', details: encrypted, envelope });
  sendSoon();
}

export const forgetCall = (id: string): Promise<void> => change(id, undefined);

/** Replaces or deletes a call, unless the call was already answered, for example on another page. */
async function change(id: string, next: StoredCall | undefined): Promise<void> {
  const trx = (await database()).transaction('calls', 'readwrite', { durability: 'strict' });
  const isAsked = (await trx.store.get(id))?.state === 'asked';
  if (isAsked) await (next ? trx.store.put(next) : trx.store.delete(id));
  await trx.done;
  announce('calls');
}
