import type { ReportLayout } from '@doorstep/contract/reports/layouts';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export type LayoutContent = Omit<ReportLayout, 'logo'>;

const selectLayouts = (db: Db) =>
  db
    .selectFrom('report_layouts as y')
    .innerJoin('lenders as l', 'l.id', 'y.lender_id')
    .select(['y.lender_id', 'l.name as lender', 'y.content', 'y.logo', 'y.created_at']);

export const findLayoutOf = (db: Db, lenderId: number) =>
  selectLayouts(db)
    .where('y.lender_id', '=', lenderId)
    .where('y.ended_at', 'is', null)
    .where('l.deleted_at', 'is', null)
    .executeTakeFirst();

/** Reads a layout even if it has ended, because earlier versions of reports still use it. */
export const readLayout = (db: Db, id: number) =>
  selectLayouts(db).where('y.id', '=', id).executeTakeFirstOrThrow();

export async function endLayout(db: Db, lenderId: number): Promise<void> {
  await db
    .updateTable('report_layouts')
    .set({ ended_at: sql<string>`now()` })
    .where('lender_id', '=', lenderId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function addLayout(
  db: Db,
  { content, ...layout }: { lender_id: number; content: LayoutContent; logo: Buffer | null },
): Promise<void> {
  await db
    .insertInto('report_layouts')
    .values({ ...layout, content: JSON.stringify(content) })
    .execute();
}
