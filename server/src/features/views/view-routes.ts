import { deleteView, listViews, saveView } from '@doorstep/contract/views';
import type { FastifyInstance } from 'fastify';
import { refuseTaken } from '../../db/violations.ts';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { conflict, notFound } from '../../problems.ts';
import { insertView, listViews as readViews, removeView } from './view-store.ts';

/** What a person saved for their own lists: nobody else sees it, so the audit doesn't record it. */
export function viewRoutes(app: FastifyInstance, { db }: Platform): void {
  mount(app, listViews, async ({ user }) => ({
    results: await readViews(db, user.id),
  }));

  mount(app, saveView, async ({ body, user }) => {
    const taken = { saved_views_name: { name: ['You have a view of this name'] } };
    const view = await insertView(db, user.id, body).catch((error) => refuseTaken(error, taken));
    if (!view)
      throw conflict('You have as many views as can be saved. Delete one first.', 'too_many');
    return view;
  });

  mount(app, deleteView, async ({ params, user }) => {
    const name = await removeView(db, user.id, params.id);
    if (name === undefined) throw notFound('View');
    return { success: true as const, message: `${name} was deleted.` };
  });
}
