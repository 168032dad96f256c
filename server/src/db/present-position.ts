import type { Kysely } from 'kysely';
import { read } from './connection.ts';
import { prepare } from './prepared-statements.ts';
import type { Database } from './schema.ts';

// Of what is inserted, not of what is written out: a commit may be seen before it is on disk.
const present = prepare('select pg_current_wal_insert_lsn()::text as position');

/** How far a primary has come. */
export async function presentPosition(primary: Kysely<Database>): Promise<string> {
  const [row] = await read<{ position: string }>(primary, present, []);
  return row?.position ?? '';
}
