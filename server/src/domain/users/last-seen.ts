import { sql } from 'kysely';
import { isoUtc } from '../../db/moments.ts';

export const lastSeen = sql<string | null>`(select ${isoUtc(sql`max(last_used_at)`)} from sessions s
  where s.user_id = u.id and s.ended_at is null)`;
