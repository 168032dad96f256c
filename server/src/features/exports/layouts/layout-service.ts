import { exportHeadings, reportFields } from '@doorstep/contract/exports/fields';
import type { ExportLayout, LayoutContent } from '@doorstep/contract/exports/layouts';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { StoredLayout } from '../../../db/schema/export-tables.ts';
import type { Database } from '../../../db/schema.ts';
import { lockLender } from '../../../domain/lenders.ts';
import { invalid, notFound, orNotFound, quote, rejectOutdated } from '../../../problems.ts';
import { deleteLayout, listLayouts, setLayout } from './layout-store.ts';

const contentOf = ({ columns, date_format, sheet_name }: LayoutContent) => ({
  ...{ columns, date_format, sheet_name },
});

function checkFields({ columns }: LayoutContent, shortName: string): void {
  const known = new Set([
    ...Object.keys(exportHeadings),
    ...reportFields(shortName).map(({ field }) => field),
  ]);
  const wrong = columns.findIndex(({ field }) => field !== null && !known.has(field));
  if (wrong < 0) return;
  const field = columns[wrong]?.field ?? '';
  throw invalid({
    [`columns.${wrong}.field`]: [`${quote(field)} is not a field. Choose another field`],
  });
}

export const changeLayout = (
  { db, shortName }: { db: Kysely<Database>; shortName: string },
  actor: Actor,
  { id, seen, content }: { id: number; seen: string | undefined; content: LayoutContent },
): Promise<ExportLayout> =>
  db.transaction().execute(async (trx) => {
    checkFields(content, shortName);
    const lender = orNotFound(await lockLender(trx, id), 'Lender');
    const [before] = await listLayouts(trx, id);
    if (before) rejectOutdated(seen, before.updated_at, `the columns of ${lender.name}`);
    await setLayout(trx, id, content);
    const after = orNotFound((await listLayouts(trx, id))[0], 'Lender');
    await recordAudit(trx, actor, 'lender.change_export_layout', id, {
      before: before ? contentOf(before) : null,
      after: contentOf(after),
    });
    return after;
  });

export const removeLayout = (db: Kysely<Database>, actor: Actor, id: number): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const lender = await lockLender(trx, id);
    const [before] = lender ? await listLayouts(trx, id) : [];
    if (!lender || !before) throw notFound('Layout');
    await deleteLayout(trx, id);
    await recordAudit(trx, actor, 'lender.delete_export_layout', id, { before: contentOf(before) });
    return lender.name;
  });

/** Returns a lender's layout for an export, and the query restricted to this lender's rows. */
export async function readLayout(
  db: Db,
  query: string,
  lenderId: number | undefined,
): Promise<{ query: string; layout: StoredLayout | null }> {
  if (lenderId === undefined) return { query, layout: null };
  const [found] = await listLayouts(db, lenderId);
  if (!found) throw invalid({ lender_id: ['This lender has no export columns'] });
  const params = new URLSearchParams(query);
  const other = params.get('lender');
  if (other !== null && Number(other) !== lenderId) {
    throw invalid({ lender_id: ['The list is filtered by another lender'] });
  }
  params.set('lender', String(lenderId));
  return { query: params.toString(), layout: { lender: found.lender, ...contentOf(found) } };
}
