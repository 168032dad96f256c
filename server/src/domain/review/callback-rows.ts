import type { Callback, CallbackCall } from '@doorstep/contract/callbacks';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isoUtc } from '../../db/moments.ts';

export const calling = sql<Callback['calling']>`case when c.calling_until > now() then (
  select json_build_object('by', u.name, 'by_id', u.id, 'until', ${isoUtc(sql`c.calling_until`)})
  from users u where u.id = c.caller_id) end`;

/** Whether a verification `v` has an open or a closed call-back. */
export const hasCallback = sql<boolean>`exists (
  select from callbacks c where c.verification_id = v.id)`;

export const findCallback = (db: Db, id: number): Promise<Callback | undefined> =>
  db
    .selectFrom('callbacks as c')
    .leftJoin('users as asker', 'asker.id', 'c.asked_by')
    .select(['c.because', 'c.asked_at', 'asker.name as asked_by', 'c.closed_at'])
    .select([
      calling.as('calling'),
      sql<CallbackCall[]>`coalesce((
        select json_agg(json_build_object('at', ${isoUtc(sql`k.at`)}, 'by', u.name, 'result', k.result, 'note', k.note)
          order by k.id)
        from callback_calls k join users u on u.id = k.by_id where k.verification_id = c.verification_id), '[]')`.as(
        'calls',
      ),
    ])
    .where('c.verification_id', '=', id)
    .executeTakeFirst();
