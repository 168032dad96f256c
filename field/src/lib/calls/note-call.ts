import type { AgentTask } from '@doorstep/contract/visits/phone';
import { announce } from '../db/announce.ts';
import { database, readMeta } from '../db/database.ts';
import { encrypt } from '../db/encrypted.ts';
import { isCurrentKey, openKey } from '../lock/lock.ts';
import { momentOf } from '../moment.ts';
import type { CallDetails, StoredCall } from './stored-call.ts';

/**
 * The time in milliseconds within which a second tap on the number is not stored as another call. This
 * applies only until the agent has answered how the first call went.
 */
const sameCall = 20_000;

/**
 * Stores the start of a call. Waits until the start is written to disk, because the phone may close the
 * browser during a call.
 */
export async function noteCall({
  id: taskId,
  name,
  assignment_version: assignmentVersion,
}: Pick<AgentTask, 'id' | 'name' | 'assignment_version'>): Promise<void> {
  const key = openKey();
  const begunAt = Date.now();
  const clock = await readMeta<{ offsetMs: number }>('clock');
  const at = momentOf(new Date(begunAt - (clock?.offsetMs ?? 0)));
  const details = { name, assignmentVersion, at, result: null, appointmentAt: null };
  const call: StoredCall = {
    ...{ id: crypto.randomUUID(), taskId, state: 'asked', begunAt },
    details: await encrypt<CallDetails>(key, details),
  };
  const trx = (await database()).transaction(['calls', 'meta'], 'readwrite', {
    durability: 'strict',
  });
  const calls = trx.objectStore('calls');
  const isKept = isCurrentKey(key, await trx.objectStore('meta').get('lock'));
  const isSame = (await calls.getAll()).some(
    (one) =>
      one.taskId === taskId && one.state === 'asked' && Math.abs(begunAt - one.begunAt) < sameCall,
  );
  if (isKept && !isSame) await calls.put(call);
  await trx.done;
  announce('calls');
}
