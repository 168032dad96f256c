import {
  nextCases,
  releaseClaim,
  renewClaim,
  reviewDay,
  reviewQueue,
} from '@doorstep/contract/review';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimNextCases, releaseClaim as release, renewClaim as renew } from './review-service.ts';
import { countQueue, listElsewhere, summarizeDay } from './review-store.ts';

/** The review desk: which case is whose. Deciding, and taking it back, is the verification's own. */
export function reviewRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  mount(app, reviewQueue, ({ user }) => countQueue(db, user.id));

  mount(app, nextCases, async ({ body, user }) => ({
    verification_ids: await claimNextCases(db, user.id, body.after),
  }));

  mount(app, renewClaim, async ({ params, user }) => ({
    expires_at: await renew(db, params.id, user.id),
  }));

  mount(app, releaseClaim, async ({ params, query, user }) => {
    const isSkipped = query.skip === 'true';
    await release(db, params.id, user.id, isSkipped);
    return { success: true as const, message: isSkipped ? 'Skipped.' : 'Released.' };
  });

  mount(app, reviewDay, async ({ user }) => ({
    ...(await summarizeDay(db, user.id, provider.timeZone)),
    elsewhere: await listElsewhere(db, user.id),
  }));
}
