import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { exportsEndpoints } from '@doorstep/contract/wire/endpoint-list/exports';
import { none, nothing, noUuid, type Sample } from '../endpoint-sample.ts';
import { addDailyRow, addLayoutRow, addLenderRow, dailyOf, layoutOf } from '../lenders.ts';
import { signIn, type TestApp, type Visitor } from '../test-app.ts';

const noExport = { params: { id: noUuid } };

async function exportOf({ db }: TestApp, asker: Visitor | undefined) {
  const id = randomUUID();
  const file = gzipSync('Application ID\r\n');
  await db
    .insertInto('exports')
    .values({
      ...{ id, requested_by: asker?.user.id ?? 0, list: 'applicants', format: 'csv', query: '' },
      ...{ with_report: false, finished_at: new Date(), file },
    })
    .execute();
  return { params: { id } };
}

async function othersExport(server: TestApp) {
  const request = await exportOf(server, await signIn(server, 'superadmin'));
  return { request, status: 404 as const };
}

async function daily({ db }: TestApp) {
  const { id } = await addLenderRow(db);
  await addDailyRow(db, id, { kind: 'folder', folder: 'mis' });
  return { params: { id } };
}

export const exportsSamples: Record<keyof typeof exportsEndpoints, Sample> = {
  createExport: {
    good: async () => ({
      payload: { list: 'applicants', format: 'xlsx', query: 'status=pending' },
    }),
    bad: { payload: { list: 'applicants', format: 'pdf' } },
    changes: 'exports',
  },
  listExports: { good: nothing },
  deleteExport: { good: exportOf, unknown: noExport, foreign: othersExport, changes: 'exports' },
  downloadExport: { good: exportOf, unknown: noExport, foreign: othersExport },
  listExportLayouts: { good: nothing },
  changeExportLayout: {
    good: async ({ db }) => ({
      params: { id: (await addLenderRow(db)).id },
      payload: layoutOf(['application_id']),
    }),
    unknown: { ...none, payload: layoutOf(['application_id']) },
    bad: { params: { id: 1 }, payload: layoutOf([]) },
    audit: 'lender.change_export_layout',
    changes: 'export_layouts',
  },
  deleteExportLayout: {
    good: async ({ db }) => {
      const { id } = await addLenderRow(db);
      await addLayoutRow(db, id, layoutOf(['application_id']));
      return { params: { id } };
    },
    unknown: none,
    audit: 'lender.delete_export_layout',
    changes: 'export_layouts',
  },
  listDailyExports: { good: nothing },
  changeDailyExport: {
    good: async ({ db }) => ({
      params: { id: (await addLenderRow(db)).id },
      payload: dailyOf({ kind: 'bucket', bucket: 'their-bucket', folder: 'mis' }),
    }),
    unknown: {
      ...none,
      payload: dailyOf({ kind: 'bucket', bucket: 'their-bucket', folder: 'mis' }),
    },
    bad: { params: { id: 1 }, payload: dailyOf({ kind: 'folder', folder: '../etc' }) },
    audit: 'lender.change_daily_export',
    changes: 'daily_exports',
  },
  deleteDailyExport: {
    good: daily,
    unknown: none,
    audit: 'lender.delete_daily_export',
    changes: 'daily_exports',
  },
  retryDailyExport: {
    good: daily,
    unknown: none,
    audit: 'lender.retry_daily_export',
  },
};
