import {
  changeReportLayout,
  deleteReportLayout,
  getReportLayout,
} from '@doorstep/contract/reports/layouts';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/contract/contract-route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeLayout, readLayoutOf, removeLayout } from './layout-service.ts';

export function reportLayoutRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  const { shortName } = provider;

  mount(app, getReportLayout, ({ params }) => readLayoutOf(db, params.id));

  mount(app, changeReportLayout, ({ params, body, actor }) =>
    changeLayout({ db, shortName }, actor, {
      ...{ id: params.id, layout: body },
    }),
  );

  mount(app, deleteReportLayout, async ({ params, actor }) => {
    const name = await removeLayout(db, actor, params.id);
    return { success: true as const, message: `Reports for ${name} have the standard layout.` };
  });
}
