import { type Kysely, sql } from 'kysely';
import { conflict, Problem } from '../problems.ts';
import type { Db } from './connection.ts';
import type { Database } from './schema.ts';

/** `sha256` is the hash of all values that determine what the request does. */
export interface IdempotentRequest {
  userId: number;
  key: string;
  sha256: Buffer;
}

export const savedAnswerHours = 24;
const lifetime = sql`make_interval(hours => ${savedAnswerHours}::int)`;

/**
 * Returns the saved answer to a request; undefined for a new request. Throws a 409 if the key belongs to
 * another request.
 */
export async function findSavedAnswer<Answer>(
  db: Db,
  { userId, key, sha256 }: IdempotentRequest,
): Promise<Answer | undefined> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['request_sha256', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('stored_at', '>', sql<string>`now() - ${lifetime}`)
    .executeTakeFirst();
  if (!found) return undefined;
  if (!found.request_sha256.equals(sha256)) {
    throw conflict('This Idempotency-Key was used for another request.', 'idempotency_key_taken');
  }
  return found.answer as Answer;
}

/**
 * Does the work and saves its answer in one transaction. A repeated request gets the saved answer. A
 * request that arrives while the first is running gets a 409. Without `request`, no answer is saved.
 */
export function doOnce<Answer>(
  db: Kysely<Database>,
  request: IdempotentRequest | undefined,
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
      throw new Problem(409, 'The same request is still in progress. Please try again.', {
        code: 'request_under_way',
        retryAfter: 1,
      });
    }
    const earlier = await findSavedAnswer<Answer>(trx, request);
    if (earlier !== undefined) return earlier;
    const answer = await work(trx);
    const row = { user_id: userId, key, request_sha256: sha256, answer: JSON.stringify(answer) };
    await trx
      .insertInto('idempotency_keys')
      .values(row)
      // The key may exist if it has expired and has not been deleted yet.
      .onConflict((taken) =>
        taken.columns(['user_id', 'key']).doUpdateSet({ ...row, stored_at: sql<string>`now()` }),
      )
      .execute();
    return answer;
  });
}

export async function deleteOldAnswers(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('stored_at', '<=', sql<string>`now() - ${lifetime}`)
    .execute();
}
