import { getBoard } from '@doorstep/contract/board';
import { dismissDigest, openDigest } from '@doorstep/contract/board/digest';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readBoard } from './board-service.ts';
import { openDigestOf } from './digest-service.ts';
import * as store from './digest-store.ts';
import { shareRuns } from './share-runs.ts';

/** Milliseconds from one reading of the board to the next. */
const gap = 1_000;

export function boardRoutes(app: FastifyInstance, { provider, db }: Platform): void {
  const read = shareRuns(() => readBoard(db, provider.timeZone), gap);
  mount(app, getBoard, read);

  mount(app, openDigest, async ({ user }) => ({
    digest: await openDigestOf(db, user, provider.timeZone, read),
  }));

  mount(app, dismissDigest, async ({ user }) => {
    await store.dismissDigest(db, user.id);
    return { success: true as const, message: 'Digest dismissed' };
  });
}
