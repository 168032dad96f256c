import { type Kysely, sql } from 'kysely';
import { conflict, Problem } from '../problems.ts';
import type { Db } from './connection.ts';
import type { Database } from './schema.ts';

/** A request that its sender may repeat: who sent it, under which Idempotency-Key, and the hash of all it asks for. */
export interface Repeatable {
  userId: number;
  key: string;
  sha256: Buffer;
}

const kept = sql`interval '24 hours'`;

/** The answer kept for a request; undefined when it is new. The same key with another request is a 409. */
export async function findAnswer<Answer>(
  db: Db,
  { userId, key, sha256 }: Repeatable,
): Promise<Answer | undefined> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['request_sha256', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('kept_at', '>', sql<string>`now() - ${kept}`)
    .executeTakeFirst();
  if (!found) return undefined;
  if (!found.request_sha256.equals(sha256)) {
    throw conflict('This Idempotency-Key was used for another request.', 'idempotency_key_taken');
  }
  return found.answer as Answer;
}

/**
 * Does the work in a transaction, which also keeps the answer: neither is ever there without the other. A repeated
 * request gets the kept answer; one that comes while the first is under way a 409. Without `request` it is a plain transaction.
 */
export function answerOnce<Answer>(
  db: Kysely<Database>,
  request: Repeatable | undefined,
  work: (db: Db) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (trx) => {
    if (!request) return work(trx);
    const { userId, key, sha256 } = request;
    const { rows } = await sql<{ first: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${key}`}, 0)) as first`.execute(
      trx,
    );
    if (!rows[0]?.first) {
      throw new Problem(409, 'The same request is being answered just now. Please try again.', {
        code: 'request_under_way',
        retryAfter: 1,
      });
    }
    const earlier = await findAnswer<Answer>(trx, request);
    if (earlier !== undefined) return earlier;
    const answer = await work(trx);
    const row = { user_id: userId, key, request_sha256: sha256, answer: JSON.stringify(answer) };
    await trx
      .insertInto('idempotency_keys')
      .values(row)
      // A key of the day before yesterday that nobody has swept yet.
      .onConflict((taken) =>
        taken.columns(['user_id', 'key']).doUpdateSet({ ...row, kept_at: sql<string>`now()` }),
      )
      .execute();
    return answer;
  });
}

/** Removes the answers that were kept for a day. */
export async function forgetAnswers(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('kept_at', '<=', sql<string>`now() - ${kept}`)
    .execute();
}
