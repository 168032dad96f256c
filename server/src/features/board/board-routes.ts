import { getBoard } from '@doorstep/contract/board';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readBoard } from './board-service.ts';
import { shareRuns } from './share-runs.ts';

/** Milliseconds from one reading of the board to the next. */
const gap = 1_000;

export function boardRoutes(app: FastifyInstance, { provider, db }: Platform): void {
  const read = shareRuns(() => readBoard(db, provider.timeZone), gap);
  mount(app, getBoard, read);
}
