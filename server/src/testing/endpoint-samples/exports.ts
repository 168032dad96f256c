import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { exportsEndpoints } from '@doorstep/contract/wire/endpoint-list/exports';
import { about, aboutOwn, nothing, noUuid, type Sample, sending } from '../endpoint-sample.ts';
import { addDailyRow, addLayoutRow, addLenderRow, dailyOf, layoutOf } from '../lenders.ts';
import type { TestApp, Visitor } from '../test-app.ts';

async function exportOf({ db }: TestApp, asker: Visitor) {
  const id = randomUUID();
  const file = gzipSync('Application ID\r\n');
  await db
    .insertInto('exports')
    .values({
      ...{ id, requested_by: asker.user.id, list: 'applicants', format: 'csv', query: '' },
      ...{ with_report: false, finished_at: new Date(), file },
    })
    .execute();
  return { params: { id } };
}
const ownExport = { ...aboutOwn(exportOf, 'superadmin'), unknown: { params: { id: noUuid } } };

const lender = async ({ db }: TestApp) => ({ params: { id: (await addLenderRow(db)).id } });
const layout = layoutOf(['application_id']);

async function withLayout({ db }: TestApp) {
  const { id } = await addLenderRow(db);
  await addLayoutRow(db, id, layout);
  return { params: { id } };
}

async function daily({ db }: TestApp) {
  const { id } = await addLenderRow(db);
  await addDailyRow(db, id, { kind: 'folder', folder: 'mis' });
  return { params: { id } };
}

export const exportsSamples: Record<keyof typeof exportsEndpoints, Sample> = {
  createExport: {
    ...sending(() => ({ list: 'applicants', format: 'xlsx', query: 'status=pending' }), {
      list: 'applicants',
      format: 'pdf',
    }),
    changes: 'exports',
  },
  listExports: nothing,
  deleteExport: { ...ownExport, changes: 'exports' },
  downloadExport: ownExport,
  listExportLayouts: nothing,
  changeExportLayout: {
    ...about(lender, layout, layoutOf([])),
    ...{ audit: 'lender.change_export_layout', changes: 'export_layouts' },
  },
  deleteExportLayout: {
    ...about(withLayout),
    ...{ audit: 'lender.delete_export_layout', changes: 'export_layouts' },
  },
  listDailyExports: nothing,
  changeDailyExport: {
    ...about(
      lender,
      dailyOf({ kind: 'bucket', bucket: 'their-bucket', folder: 'mis' }),
      dailyOf({ kind: 'folder', folder: '../etc' }),
    ),
    ...{ audit: 'lender.change_daily_export', changes: 'daily_exports' },
  },
  deleteDailyExport: {
    ...about(daily),
    ...{ audit: 'lender.delete_daily_export', changes: 'daily_exports' },
  },
  retryDailyExport: { ...about(daily), audit: 'lender.retry_daily_export' },
};
