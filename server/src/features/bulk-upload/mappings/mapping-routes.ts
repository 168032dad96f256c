import {
  addMapping,
  changeMapping,
  deleteMapping,
  listMappings,
} from '@doorstep/contract/bulk-upload/mappings';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/contract/contract-route.ts';
import { paged } from '../../../http/contract/paging.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as mappings from './mapping-service.ts';
import { listMappingPage } from './mapping-store.ts';

/** Routes for the mappings of lenders' columns to our columns. */
export function mappingRoutes(app: FastifyInstance, { db }: Platform): void {
  mount(app, listMappings, async ({ query, request }) => {
    const { rows, count } = await listMappingPage(db, query);
    return paged(rows, count, query, request.url);
  });

  mount(app, addMapping, ({ body: { lender_id: lenderId, ...draft }, user, actor }) =>
    mappings.add(db, actor, { lenderId, draft, adminId: user.id }),
  );

  mount(app, changeMapping, ({ params, body: { updated_at: seen, ...draft }, user, actor }) =>
    mappings.change(db, actor, { id: params.id, seen, draft, adminId: user.id }),
  );

  mount(app, deleteMapping, async ({ params, actor }) => {
    const name = await mappings.remove(db, actor, params.id);
    return { success: true as const, message: `${name} was deleted` };
  });
}
