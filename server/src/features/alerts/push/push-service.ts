import { createECDH } from 'node:crypto';
import type { turnOnPush } from '@doorstep/contract/alerts/push';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import type { SignedIn } from '../../../http/access/authentication.ts';
import { invalid } from '../../../problems.ts';
import { deleteSubscription, saveSubscription } from './push-store.ts';

/** Returns whether a key can be used for encryption: a key of the right length may not be on the curve. */
function isOnCurve(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

type Wanted = z.output<(typeof turnOnPush)['body']>;

export async function turnOn(
  db: Kysely<Database>,
  actor: Actor,
  { id, sessionId }: SignedIn,
  { endpoint, keys }: Wanted,
): Promise<void> {
  if (!isOnCurve(keys.p256dh)) throw invalid({ 'keys.p256dh': ['p256dh must be a P-256 key'] });
  await db.transaction().execute(async (trx) => {
    const one = { session_id: sessionId, agent_id: id, endpoint, ...keys };
    // The app registers its browser at each start, so an unchanged subscription is not audited.
    if (!(await saveSubscription(trx, one))) return;
    await recordAudit(trx, actor, 'user.push_on', id);
  });
}

export async function turnOff(
  db: Kysely<Database>,
  actor: Actor,
  { id, sessionId }: SignedIn,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await deleteSubscription(trx, sessionId))) return;
    await recordAudit(trx, actor, 'user.push_off', id);
  });
}
