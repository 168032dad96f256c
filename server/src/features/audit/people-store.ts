import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

type Values = Record<string, unknown> | null;

/** Whether a field of a change contains a user's id. */
const isPerson = (name: string) => /(^|_)(agent|user|admin)_id$|_by$/.test(name);

/** Lists the names of the users whose ids occur in changes, because readers don't know the ids. */
export function listPeople(
  db: Db,
  changes: readonly { before: Values; after: Values }[],
): Promise<{ id: number; name: string }[]> {
  const ids = changes
    .flatMap(({ before, after }) => [before, after])
    .flatMap((values) => Object.entries(values ?? {}))
    .flatMap(([name, value]) => (isPerson(name) && typeof value === 'number' ? [value] : []));
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .orderBy('id')
    .execute();
}
