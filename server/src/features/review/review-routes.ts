import {
  nextCases,
  releaseClaim,
  renewClaim,
  reviewDay,
  reviewQueue,
} from '@doorstep/contract/review';
import type { FastifyInstance } from 'fastify';
import type { SignedIn } from '../../http/access/authentication.ts';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimNextCases, releaseClaim as release, renewClaim as renew } from './review-service.ts';
import { countQueue, listUnavailable, summarizeDay } from './review-store.ts';

/**
 * Routes of the review desk: the queue, claims and an admin's numbers of today. Decisions have their own
 * routes.
 */
export function reviewRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  const reviewer = ({ id }: SignedIn) => ({ id, countsAlone: provider.secondLooks.countsAlone });

  mount(app, reviewQueue, ({ user }) => countQueue(db, reviewer(user)));

  mount(app, nextCases, async ({ body, user }) => ({
    verification_ids: await claimNextCases(db, reviewer(user), body.after),
  }));

  mount(app, renewClaim, async ({ params, user }) => ({
    expires_at: await renew(db, params.id, reviewer(user)),
  }));

  mount(app, releaseClaim, async ({ params, query, user }) => {
    const isSkipped = query.skip === 'true';
    await release(db, params.id, reviewer(user), isSkipped);
    return { success: true as const, message: isSkipped ? 'Skipped.' : 'Released.' };
  });

  mount(app, reviewDay, async ({ user }) => ({
    ...(await summarizeDay(db, user.id, provider.timeZone)),
    elsewhere: await listUnavailable(db, user.id),
  }));
}
