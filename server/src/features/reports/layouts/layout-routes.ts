import {
  changeReportLayout,
  deleteReportLayout,
  getReportLayout,
} from '@doorstep/contract/reports/layouts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../../http/access/authentication.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeLayout, readLayoutOf, removeLayout } from './layout-service.ts';

/** Routes for the layouts of lenders' reports. */
export function reportLayoutRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  const { shortName } = provider;

  mount(app, getReportLayout, ({ params }) => readLayoutOf(db, params.id));

  mount(app, changeReportLayout, ({ params, body, request }) =>
    changeLayout({ db, shortName }, actorOf(request), {
      ...{ id: params.id, layout: body },
    }),
  );

  mount(app, deleteReportLayout, async ({ params, request }) => {
    const name = await removeLayout(db, actorOf(request), params.id);
    return { success: true as const, message: `Reports for ${name} have the standard layout.` };
  });
}
