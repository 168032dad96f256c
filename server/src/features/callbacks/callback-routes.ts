import {
  askCallback,
  listCallbacks,
  recordCallback,
  showNumber,
} from '@doorstep/contract/callbacks';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../http/access/authentication.ts';
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

  mount(app, askCallback, async ({ params, user, request }) => ({
    success: true as const,
    message: await ask(db, actorOf(request), params.id, user.id),
  }));

  mount(app, showNumber, ({ params, user, request }) =>
    revealNumber(db, actorOf(request), params.id, user.id),
  );

  mount(app, recordCallback, async ({ params, body, user, request }) => {
    const called = { id: params.id, ...body, adminId: user.id, timeZone };
    const repeatable = idempotentRequest(request, user.id, body);
    const message = await recordCall(db, actorOf(request), called, repeatable);
    return { success: true as const, message };
  });
}
