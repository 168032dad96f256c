import {
  askCallback,
  listCallbacks,
  recordCallback,
  showNumber,
} from '@doorstep/contract/callbacks';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../http/contract/idempotency-key.ts';
import { paged } from '../../http/contract/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { ask, recordCall, revealNumber } from './callback-service.ts';
import { listCallbackPage } from './callback-store.ts';

/** Routes for call-backs: calls to the people who were met. */
export function callbackRoutes(
  app: FastifyInstance,
  { db, provider: { timeZone } }: Platform,
): void {
  mount(app, listCallbacks, async ({ query, user, request }) => {
    const { rows, count } = await listCallbackPage(db, query, user.id);
    return paged(rows, count, query, request.url);
  });

  mount(app, askCallback, async ({ params, user, actor }) => ({
    success: true as const,
    message: await ask(db, actor, params.id, user.id),
  }));

  mount(app, showNumber, ({ params, user, actor }) => revealNumber(db, actor, params.id, user.id));

  mount(app, recordCallback, async ({ params, body, user, actor, request }) => {
    const called = { id: params.id, ...body, adminId: user.id, timeZone };
    const repeatable = idempotentRequest(request, user.id, body);
    const message = await recordCall(db, actor, called, repeatable);
    return { success: true as const, message };
  });
}
