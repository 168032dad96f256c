import { deleteView, listViews, saveView } from '@doorstep/contract/views';
import type { FastifyInstance } from 'fastify';
import { rejectTaken } from '../../db/database-errors.ts';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { conflict, notFound } from '../../problems.ts';
import { insertView, listViews as readViews, removeView } from './view-store.ts';

/**
 * Routes for saved views of lists. A view is visible only to the user who saved it, so the audit doesn't
 * record views.
 */
export function viewRoutes(app: FastifyInstance, { db }: Platform): void {
  mount(app, listViews, async ({ user }) => ({
    results: await readViews(db, user.id),
  }));

  mount(app, saveView, async ({ body, user }) => {
    const taken = { saved_views_name: { name: ['You already have a view with this name'] } };
    const view = await insertView(db, user.id, body).catch((error) => rejectTaken(error, taken));
    if (!view)
      throw conflict('You have reached the maximum number of views. Delete one first.', 'too_many');
    return view;
  });

  mount(app, deleteView, async ({ params, user }) => {
    const name = await removeView(db, user.id, params.id);
    if (name === undefined) throw notFound('View');
    return { success: true as const, message: `${name} was deleted.` };
  });
}
