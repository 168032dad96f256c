import {
  changeDailyExport,
  deleteDailyExport,
  listDailyExports,
  retryDailyExport,
} from '@doorstep/contract/exports/daily';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../../http/access/authentication.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeDaily, removeDaily, retryDaily, targetsOf } from './daily-service.ts';
import { listDaily } from './daily-store.ts';

/** Routes for the files that lenders get each day. */
export function dailyExportRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;

  mount(app, listDailyExports, async () => ({
    results: await listDaily(db),
    targets: targetsOf(platform),
  }));

  mount(app, changeDailyExport, ({ params, body: { updated_at: seen, ...wanted }, request }) =>
    changeDaily(platform, actorOf(request), { id: params.id, seen, wanted }),
  );

  mount(app, deleteDailyExport, async ({ params, request }) => {
    const name = await removeDaily(db, actorOf(request), params.id);
    return { success: true as const, message: `${name} no longer gets a daily export.` };
  });

  mount(app, retryDailyExport, ({ params, request }) =>
    retryDaily(db, actorOf(request), params.id),
  );
}
