import type { Kysely } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { doOnce, findSavedAnswer, type IdempotentRequest } from '../../../db/idempotency-keys.ts';
import type { Database } from '../../../db/schema.ts';
import { serverLimits } from '../../../limits.ts';

/** The key of a part of a request; with a space in it, it is none that a client can send. */
const part = (request: IdempotentRequest | undefined, name: string | number) =>
  request && { ...request, key: `${request.key} ${name}` };

/** The decision of a request before its first step, which a repetition uses again. */
export async function saved<Plan extends object>(
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
 * Does work step by step, each in its own transaction that saves its answer: a request that broke off goes on under
 * its key where it stopped, and one that was done is answered again.
 */
export async function inSteps<Item, Answer>(
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
