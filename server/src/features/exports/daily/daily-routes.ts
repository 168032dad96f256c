import {
  changeDailyExport,
  deleteDailyExport,
  listDailyExports,
  retryDailyExport,
} from '@doorstep/contract/exports/daily';
import type { FastifyInstance } from 'fastify';
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

  mount(app, changeDailyExport, ({ params, body: { updated_at: seen, ...wanted }, actor }) =>
    changeDaily(platform, actor, { id: params.id, seen, wanted }),
  );

  mount(app, deleteDailyExport, async ({ params, actor }) => {
    const name = await removeDaily(db, actor, params.id);
    return { success: true as const, message: `${name} no longer gets a daily export.` };
  });

  mount(app, retryDailyExport, ({ params, actor }) => retryDaily(db, actor, params.id));
}
