import { Readable } from 'node:stream';
import {
  applicantHistory,
  calendarHistory,
  exportAudit,
  getAudit,
  lenderHistory,
  listAudit,
  verificationHistory,
  verifyAudit,
} from '@doorstep/contract/audit';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../http/access/authentication.ts';
import { mount } from '../../http/contract/contract-route.ts';
import { paged } from '../../http/contract/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { exportRows, readHistory, readRecord, sharedCheck } from './audit-service.ts';
import { listAuditPage } from './audit-store.ts';
import { recordRefusals } from './record-refusals.ts';

export function auditRoutes(app: FastifyInstance, platform: Platform): void {
  const { provider, db } = platform;
  const check = sharedCheck(platform);
  recordRefusals(app, platform);

  mount(app, listAudit, async ({ query, request }) => {
    const { rows, count } = await listAuditPage(db, provider.timeZone, query);
    return paged(rows, count, query, request.url);
  });

  mount(app, exportAudit, async ({ query, request, reply }) => {
    const pieces = await exportRows(platform, actorOf(request), query);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .send(Readable.from(pieces));
  });

  mount(app, getAudit, ({ params }) => readRecord(platform, params.id));

  mount(app, verifyAudit, ({ request }) => check(actorOf(request)));

  mount(app, applicantHistory, ({ params, user }) =>
    readHistory(db, user, 'applicants', params.id),
  );

  mount(app, verificationHistory, ({ params, user }) =>
    readHistory(db, user, 'verifications', params.id),
  );

  mount(app, lenderHistory, ({ params, user }) => readHistory(db, user, 'lenders', params.id));

  mount(app, calendarHistory, ({ params, user }) => readHistory(db, user, 'calendars', params.id));
}
