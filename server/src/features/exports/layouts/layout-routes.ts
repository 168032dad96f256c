import {
  changeExportLayout,
  deleteExportLayout,
  listExportLayouts,
} from '@doorstep/contract/exports/layouts';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/contract/contract-route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changeLayout, removeLayout } from './layout-service.ts';
import { listLayouts } from './layout-store.ts';

/** Routes for the columns of lenders' exports. */
export function exportLayoutRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  const { shortName } = provider;

  mount(app, listExportLayouts, async () => ({ results: await listLayouts(db) }));

  mount(app, changeExportLayout, ({ params, body: { updated_at: seen, ...content }, actor }) =>
    changeLayout({ db, shortName }, actor, { id: params.id, seen, content }),
  );

  mount(app, deleteExportLayout, async ({ params, actor }) => {
    const name = await removeLayout(db, actor, params.id);
    return {
      success: true as const,
      message: `The columns of ${name} were deleted. Its exports have the usual columns.`,
    };
  });
}
