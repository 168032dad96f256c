import type { ExportLayout, LayoutContent } from '@doorstep/contract/exports/layouts';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export async function listLayouts(db: Db, lenderId?: number): Promise<ExportLayout[]> {
  return db
    .selectFrom('export_layouts as e')
    .innerJoin('lenders as l', 'l.id', 'e.lender_id')
    .select(['e.lender_id', 'l.name as lender', 'e.columns', 'e.date_format', 'e.sheet_name'])
    .select('e.updated_at')
    .where('l.deleted_at', 'is', null)
    .$if(lenderId !== undefined, (query) => query.where('e.lender_id', '=', lenderId ?? 0))
    .orderBy(sql`lower(l.name)`)
    .execute();
}

export async function setLayout(db: Db, lender_id: number, content: LayoutContent): Promise<void> {
  const values = { ...content, columns: JSON.stringify(content.columns) };
  await db
    .insertInto('export_layouts')
    .values({ lender_id, ...values })
    .onConflict((conflict) =>
      conflict.column('lender_id').doUpdateSet({ ...values, updated_at: sql<string>`now()` }),
    )
    .execute();
}

export async function deleteLayout(db: Db, lenderId: number): Promise<void> {
  await db.deleteFrom('export_layouts').where('lender_id', '=', lenderId).execute();
}
