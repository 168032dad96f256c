import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

type Values = Record<string, unknown> | null;

const isPerson = (name: string) => /(^|_)(agent|user|admin)_id$|_by$/.test(name);

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
