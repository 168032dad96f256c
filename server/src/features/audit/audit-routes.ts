import { Readable } from 'node:stream';
import {
  applicantHistory,
  calendarHistory,
  exportAudit,
  getAudit,
  lenderHistory,
  listAudit,
  qualityRegister,
  verificationHistory,
  verifyAudit,
} from '@doorstep/contract/audit';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import { paged } from '../../http/contract/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSharedCheck, exportRows, readHistory, readRecord } from './audit-service.ts';
import { listAuditPage } from './audit-store.ts';
import { withoutFirstDecisions } from './blind-rows.ts';
import { recordRejections } from './record-rejections.ts';
import { writeRegister } from './write-register.ts';

export function auditRoutes(app: FastifyInstance, platform: Platform): void {
  const { provider, db } = platform;
  const check = createSharedCheck(platform);
  recordRejections(app, platform);

  mount(app, listAudit, async ({ query, user, request }) => {
    const { rows, count } = await listAuditPage(db, provider.timeZone, query, user.id);
    return paged(await withoutFirstDecisions(db, rows, user.id), count, query, request.url);
  });

  mount(app, exportAudit, async ({ query, user, actor, reply }) => {
    const pieces = await exportRows(platform, actor, query, user.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .send(Readable.from(pieces));
  });

  mount(app, qualityRegister, async ({ query: { month }, user, actor, reply }) => {
    const pieces = await writeRegister(platform, actor, month, user.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="quality-register-${month}.csv"`)
      .send(Readable.from(pieces));
  });

  mount(app, getAudit, ({ params, user }) => readRecord(platform, params.id, user.id));

  mount(app, verifyAudit, ({ actor }) => check(actor));

  mount(app, applicantHistory, ({ params, user }) =>
    readHistory(db, user, 'applicants', params.id),
  );

  mount(app, verificationHistory, ({ params, user }) =>
    readHistory(db, user, 'verifications', params.id),
  );

  mount(app, lenderHistory, ({ params, user }) => readHistory(db, user, 'lenders', params.id));

  mount(app, calendarHistory, ({ params, user }) => readHistory(db, user, 'calendars', params.id));
}
