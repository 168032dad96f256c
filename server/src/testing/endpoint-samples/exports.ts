import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { exportsEndpoints } from '@doorstep/contract/wire/endpoint-list/exports';
import { nothing, noUuid, type Sample } from '../endpoint-sample.ts';
import { signIn, type TestApp, type Visitor } from '../test-app.ts';

const noExport = { params: { id: noUuid } };

/** A finished export. */
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
};
