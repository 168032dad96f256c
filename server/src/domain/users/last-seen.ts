import { sql } from 'kysely';
import { isoUtc } from '../../db/moments.ts';

/** The time at which a user `u` last used an open session; null if the user has none. */
export const lastSeen = sql<string | null>`(select ${isoUtc(sql`max(last_used_at)`)} from sessions s
  where s.user_id = u.id and s.ended_at is null)`;
