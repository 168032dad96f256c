import type { Dispute } from '@doorstep/contract/disputes';
import { sql } from 'kysely';
import { isoUtc } from '../../db/moments.ts';

export const disputesOf = sql<Dispute[]>`coalesce((
  select json_agg(json_build_object('at', ${isoUtc(sql`d.at`)}, 'by', u.name, 'because', d.because, 'note', d.note) order by d.id)
  from disputes d join users u on u.id = d.by_id where d.verification_id = v.id), '[]')`;
