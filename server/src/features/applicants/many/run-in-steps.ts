import type { Kysely } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { doOnce, findSavedAnswer, type IdempotentRequest } from '../../../db/idempotency-keys.ts';
import type { Database } from '../../../db/schema.ts';
import { serverLimits } from '../../../limits.ts';

/**
 * Returns an idempotency key for one part of a request. No client can send this key, because it contains a
 * space.
 */
const part = (request: IdempotentRequest | undefined, name: string | number) =>
  request && { ...request, key: `${request.key} ${name}` };

export async function getOrSavePlan<Plan extends object>(
  db: Kysely<Database>,
  request: IdempotentRequest | undefined,
  decide: () => Promise<Plan>,
): Promise<Plan> {
  const key = part(request, 'plan');
  const earlier = key && (await findSavedAnswer<Plan>(db, key));
  if (earlier) return earlier;
  const plan = await decide();
  return doOnce(db, key, async () => plan);
}

/**
 * Does work in several transactions. If the request has an idempotency key, each transaction saves its
 * answer. A repeated request then continues where the first request stopped.
 */
export async function runInSteps<Item, Answer>(
  db: Kysely<Database>,
  request: IdempotentRequest | undefined,
  items: readonly Item[],
  work: (db: Db, step: readonly Item[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const size = serverLimits.assignedPerTransaction;
  const answers: Answer[] = [];
  for (let start = 0; start < items.length; start += size) {
    const step = items.slice(start, start + size);
    answers.push(...(await doOnce(db, part(request, start), (trx) => work(trx, step))));
  }
  return answers;
}
