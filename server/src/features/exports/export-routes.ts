import { createGunzip } from 'node:zlib';
import { listApplicants } from '@doorstep/contract/applicants';
import {
  createExport,
  deleteExport,
  downloadExport,
  type ExportList,
  listExports,
} from '@doorstep/contract/exports';
import { listVerifications } from '@doorstep/contract/verifications';
import type { FastifyInstance } from 'fastify';
import { authenticateByCookieToo } from '../../http/access/authentication.ts';
import { mount, read } from '../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../http/contract/idempotency-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid, quote } from '../../problems.ts';
import { dailyExportRoutes } from './daily/daily-routes.ts';
import { listExportsOf, openExportFile, removeExport, requestExport } from './export-service.ts';
import { exportLayoutRoutes } from './layouts/layout-routes.ts';
import { readLayout } from './layouts/layout-service.ts';

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** Rejects a query that the list would reject. Also rejects unknown filters, which the list would ignore. */
function checkQuery(list: ExportList, query: string): void {
  const schema = list === 'applicants' ? listApplicants.query : listVerifications.query;
  const params = new URLSearchParams(query);
  const unknown = [...params.keys()].find((name) => !Object.hasOwn(schema.shape, name));
  if (unknown !== undefined) {
    throw invalid({ query: [`${quote(unknown)} is not a filter of this list`] });
  }
  read(schema, Object.fromEntries(params));
}

export function exportRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, provider } = platform;
  exportLayoutRoutes(app, platform);
  dailyExportRoutes(app, platform);

  mount(app, createExport, async ({ body, user, actor, request }) => {
    const { list, format, query: asked = '', with_report = false, lender_id } = body;
    checkQuery(list, asked);
    const { query, layout } = await readLayout(db, asked, lender_id);
    return requestExport(
      db,
      actor,
      { requested_by: user.id, list, format, query, with_report, layout },
      idempotentRequest(request, user.id, body),
    );
  });

  mount(app, listExports, async ({ user }) => ({ results: await listExportsOf(db, user.id) }));

  mount(app, deleteExport, async ({ params, user, actor }) => {
    await removeExport(db, actor, user.id, params.id);
    return { success: true as const, message: 'Export deleted' };
  });

  mount(
    app,
    downloadExport,
    async ({ params, user, actor, reply }) => {
      const from = { db, timeZone: provider.timeZone };
      const { name, format, file } = await openExportFile(from, actor, user.id, params.id);
      return reply
        .type(mediaTypes[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(format === 'csv' ? file.compose(createGunzip()) : file);
    },
    authenticateByCookieToo(downloadExport.access),
  );
}
