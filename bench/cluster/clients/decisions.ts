import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/src/db/schema.ts';
import { type asker, type Heard, json } from './ask.ts';

export interface Decisions {
  id: number;
  acknowledged: string[];
  /** The key of a decision that was sent but is not acknowledged yet. */
  open: string | undefined;
  /** The number of decisions that were acknowledged only when they were sent again. */
  repeated: number;
}

/**
 * Sends the next decision on the verification. If the last decision was not acknowledged, sends that
 * decision again with its key.
 */
export async function decideOnce(
  ask: ReturnType<typeof asker>,
  list: Heard[],
  headers: Record<string, string>,
  decisions: Decisions,
): Promise<void> {
  const isRepeated = decisions.open !== undefined;
  const key = decisions.open ?? newKey();
  decisions.open = key;
  const decision = decisions.acknowledged.length % 2 ? 'positive' : 'negative';
  const path = `/verification_tasks/${decisions.id}/admin-decision/`;
  const request = json({ decision, notes: key }, { ...headers, 'idempotency-key': key });
  const { status } = await ask(list, 'decision', path, request);
  if (status !== 200) return;
  decisions.acknowledged.push(key);
  decisions.open = undefined;
  if (isRepeated) decisions.repeated += 1;
}

/**
 * Returns a UUID with letters instead of digits. The key is also the decision's note, and a note must not
 * contain anything like an Aadhaar number.
 */
const newKey = () => randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

export async function noteAudit(db: Kysely<Database>) {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit`.execute(
    db,
  );
  const { rows: links } = await sql<{ seq: number; hash: string }>`
    select seq, encode(hash, 'hex') as hash from audit_chain order by seq desc limit 1`.execute(db);
  return { lastId: rows[0]?.id ?? 0, head: links[0] };
}

/**
 * Checks that each acknowledged decision is stored exactly once, in the audit rows after `lastId`. The
 * verification's current decision must be the last acknowledged one, or the one whose key is in `open`.
 */
export async function checkDecisions(
  db: Kysely<Database>,
  { id, acknowledged, open }: Decisions,
  lastId: number,
): Promise<{ lost: string[]; half: string[] }> {
  const { rows } = await sql<{ done: number; keys: number; stands: string }>`
    select (select count(*) from audit where id > ${lastId} and action = 'decide'
        and subject = 'verification' and subject_id = ${id}) as done,
      (select count(*) from idempotency_keys where key = any(${acknowledged})) as keys,
      (select decision_notes from verifications where id = ${id}) as stands`.execute(db);
  const { done = 0, keys = 0, stands = '' } = rows[0] ?? {};
  const count = acknowledged.length;
  const lost = [
    ...(done < count ? [`${count - done} of ${count} decisions`] : []),
    ...(keys < count ? [`${count - keys} of ${count} keys of decisions`] : []),
    ...(count > 0 && ![acknowledged.at(-1), open].includes(stands) ? ['the last decision'] : []),
  ];
  const most = count + (open === undefined ? 0 : 1);
  return { lost, half: done > most ? [`${done - most} decisions were done twice`] : [] };
}
