import { sendCall } from '@doorstep/contract/visits/calls';
import { announce } from '../db/announce.ts';
import { database, ignoreFull } from '../db/database.ts';
import { call, Refusal } from '../session/api.ts';
import { sendingSignal } from '../sync/cancel-sending.ts';
import type { StoredCall } from './stored-call.ts';

export const hasCallsToSend = async (): Promise<boolean> =>
  (await (await database()).getAll('calls')).some(({ state }) => state === 'waiting');

/**
 * Sends the calls that have a result, even while the app is locked. Returns false if the server was too busy
 * to accept some calls. Rejects with NoAnswer, or with Refusal after the end of the session.
 */
export async function sendCalls(
  token: string,
  isWanted: (one: StoredCall) => boolean = () => true,
): Promise<boolean> {
  let isDone = true;
  const all = await (await database()).getAll('calls');
  const unsent = all.filter((one) => one.envelope !== undefined && isWanted(one));
  for (const { id, taskId, envelope } of unsent.sort((a, b) => a.begunAt - b.begunAt)) {
    try {
      await call(sendCall, {
        ...{ params: { id: taskId }, body: { envelope }, token, until: sendingSignal() },
      });
      await note(id, 'sent');
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 401) throw error;
      if (error.isBusy) isDone = false;
      // Rejected, for example because the backend lacks this endpoint. The call does not block other calls,
      // and is sent again each time that the phone sends something else.
      else await note(id, 'refused');
    }
  }
  return isDone;
}

/**
 * Stores the state of a call. If the phone is too full for that, the call is sent again, but the office
 * records it only once.
 */
async function note(id: string, state: 'sent' | 'refused'): Promise<void> {
  const store = async () => {
    const trx = (await database()).transaction('calls', 'readwrite');
    const before = await trx.store.get(id);
    if (before) {
      const { envelope, ...others } = before;
      const next: StoredCall = { ...others, state, ...(state !== 'sent' && { envelope }) };
      await trx.store.put(next);
    }
    await trx.done;
  };
  await store().catch(ignoreFull);
  announce('calls');
}

/** Deletes calls that began before a time (ms). Calls that wait to be sent stay. */
export async function dropOldCalls(before: number): Promise<void> {
  const db = await database();
  for (const { id, state, begunAt } of await db.getAll('calls')) {
    if (state === 'waiting' || begunAt > before) continue;
    await db.delete('calls', id);
    announce('calls');
  }
}
