import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/src/db/schema.ts';
import { type asker, type Heard, json } from './ask.ts';

/** The decisions on one verification that no other client decides, in order. */
export interface Decisions {
  id: number;
  /** The key of each, which is also its note. */
  acknowledged: string[];
  /** Sent, but not answered yet. */
  open: string | undefined;
  /** Acknowledged when they were sent again. */
  repeated: number;
}

/**
 * Decides the verification once more; a decision that was rejected or cut off before is sent again with its
 * key instead.
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

/** Without digits: a note must not contain anything like an Aadhaar number. */
const newKey = () => randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

/** Reads the newest row of the audit and the newest link of its chain. */
export async function noteAudit(db: Kysely<Database>) {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit`.execute(
    db,
  );
  const { rows: links } = await sql<{ seq: number; hash: string }>`
    select seq, encode(hash, 'hex') as hash from audit_chain order by seq desc limit 1`.execute(db);
  return { lastId: rows[0]?.id ?? 0, head: links[0] };
}

/**
 * Compares a verification with what was acknowledged since the audit row `lastId`: each decision is stored
 * once, and the last one is current.
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
