import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** Locks an agent's row, so that the agent's phones are registered one at a time. */
export function lockDevicesOf(db: Db, agentId: number) {
  return db
    .selectFrom('users')
    .select('id')
    .where('id', '=', agentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export function findDevice(db: Db, id: string) {
  return db
    .selectFrom('devices')
    .select(['agent_id', 'public_key', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function saveDevice(
  db: Db,
  device: { id: string; agent_id: number; public_key: Buffer; label: string },
): Promise<void> {
  await db
    .insertInto('devices')
    .values(device)
    .onConflict((known) =>
      known.column('id').doUpdateSet({
        label: device.label,
        revoked_at: null,
        created_at: sql<string>`clock_timestamp()`,
      }),
    )
    .execute();
}

export async function revokeOldest(db: Db, agentId: number, kept: number): Promise<string[]> {
  const rows = await db
    .updateTable('devices')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', 'in', (open) =>
      open
        .selectFrom('devices')
        .select('id')
        .where('agent_id', '=', agentId)
        .where('revoked_at', 'is', null)
        .orderBy('created_at', 'desc')
        .offset(kept),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
