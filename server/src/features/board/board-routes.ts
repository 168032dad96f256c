import { type Board, getBoard } from '@doorstep/contract/board';
import { dismissDigest, openDigest } from '@doorstep/contract/board/digest';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { shareRuns } from '../../work/share-runs.ts';
import { readBoard } from './board-service.ts';
import { openDigestOf } from './digest-service.ts';
import * as store from './digest-store.ts';

/** The minimum time between two readings of the board, in milliseconds. */
const gap = 100;

export function boardRoutes(app: FastifyInstance, { provider, db }: Platform): void {
  const share = shareRuns<Board>(gap);
  const read = () => share('board', () => readBoard(db, provider.timeZone));
  mount(app, getBoard, read);

  mount(app, openDigest, async ({ user }) => ({
    digest: await openDigestOf(db, user, provider.timeZone, read),
  }));

  mount(app, dismissDigest, async ({ user }) => {
    await store.dismissDigest(db, user.id);
    return { success: true as const, message: 'Digest dismissed' };
  });
}
