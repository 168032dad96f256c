import { texts } from '@doorstep/contract/texts';
import { deleteUser, getUser, listUsers, updateUser } from '@doorstep/contract/users';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import { paged } from '../../http/contract/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeUserOf, listUsersFor, readUser, removeUser } from './user-service.ts';

export function userRoutes(app: FastifyInstance, { db, secret }: Platform): void {
  const context = { db, secret };

  mount(app, listUsers, async ({ query, user, request }) => {
    const { page, page_size, search } = query;
    const { users, count } = await listUsersFor(context, user, {
      admins: query.admins === 'true',
      search,
      page: page === undefined ? undefined : { number: page, size: page_size },
    });
    // Throws a 404 for a page past the end, as every list does.
    if (page !== undefined) paged(users, count, { page, page_size }, request.url);
    return { success: true as const, users, total_count: count };
  });

  mount(app, getUser, async ({ params, user }) => ({
    success: true as const,
    user: await readUser(context, user, params.id),
  }));

  mount(app, updateUser, async ({ params, body, user, actor }) => {
    const changed = await changeUserOf(context, actor, user, params.id, body);
    const kind = changed.is_admin ? 'Admin' : 'Agent';
    return { success: true as const, message: `${kind} updated successfully`, user: changed };
  });

  mount(app, deleteUser, async ({ params, query, user, actor }) => {
    const { wasAdmin } = await removeUser(db, actor, user, params.id, query.expected_open_tasks);
    return {
      success: true as const,
      message: wasAdmin ? texts.admins.deleted : texts.agents.deleted,
    };
  });
}
