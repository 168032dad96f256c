import { sql } from 'kysely';
import { isoUtc } from '../../db/moments.ts';

/** When one of the open sessions of a user `u` was last used; null if there is none. */
export const lastSeen = sql<string | null>`(select ${isoUtc(sql`max(last_used_at)`)} from sessions s
  where s.user_id = u.id and s.ended_at is null)`;
