import type { DailyExport } from '@doorstep/contract/exports/daily';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { isFree } from '../../../domain/background-files.ts';

/** The maximum number of files that are shown for a lender. If there are more, unsent files are preferred. */
const shown = 7;

export async function listDaily(db: Db, lenderId?: number): Promise<DailyExport[]> {
  const { rows } = await sql<DailyExport>`
    select d.lender_id, l.name as lender, d.at, d.format, d.target, d.secret is not null as has_secret, d.updated_at,
      coalesce((select json_agg(json_build_object('name', name, 'rows', rows, 'due_at', due_at, 'sent_at', sent_at,
          'tries', tries, 'failure', failure, 'next_try_at', next_try_at) order by due_at desc)
        from (select * from deliveries f where f.lender_id = d.lender_id
          order by sent_at is not null, due_at desc limit ${shown}) as f), '[]') as deliveries
    from daily_exports d join lenders l on l.id = d.lender_id and l.deleted_at is null
    ${lenderId === undefined ? sql`` : sql`where d.lender_id = ${lenderId}`}
    order by lower(l.name)`.execute(db);
  return rows;
}

export type NewDailyExport = Pick<DailyExport, 'at' | 'format' | 'target'> & {
  secret: Buffer | null;
};

export function readSecretOf(db: Db, lenderId: number) {
  return db
    .selectFrom('daily_exports')
    .select(['target', 'secret'])
    .where('lender_id', '=', lenderId)
    .executeTakeFirst();
}

/**
 * Sets the daily export of a lender. A new daily export makes its first file at the next occurrence of its
 * time of day.
 */
export async function setDaily(db: Db, lender_id: number, daily: NewDailyExport): Promise<void> {
  const values = { ...daily, target: JSON.stringify(daily.target) };
  await db
    .insertInto('daily_exports')
    .values({ lender_id, ...values })
    .onConflict((conflict) =>
      conflict.column('lender_id').doUpdateSet({ ...values, updated_at: sql<string>`now()` }),
    )
    .execute();
}

/** Deletes the daily export of a lender and the files that were not sent. */
export async function deleteDaily(db: Db, lenderId: number): Promise<void> {
  await sql`with unsent as (select id from deliveries where lender_id = ${lenderId} and sent_at is null),
      forgotten as (delete from delivered_verifications where delivery_id in (select id from unsent))
    delete from daily_exports where lender_id = ${lenderId}`.execute(db);
  await db
    .deleteFrom('deliveries')
    .where('lender_id', '=', lenderId)
    .where('sent_at', 'is', null)
    .execute();
}

/** Makes the unsent files of a lender due now. Skips files that a server is sending. */
export async function retryUnsent(db: Db, lenderId: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_try_at: sql<string>`now()`, tries: 0 })
    .where('lender_id', '=', lenderId)
    .where('sent_at', 'is', null)
    .where(isFree)
    .execute();
}
