import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { serverLimits } from '../../limits.ts';
import { handleErrors } from '../contract/error-handler.ts';
import { limitRequests } from './limit-requests.ts';

// Covers: fault-11
test('rejects no request while the event loop is blocked repeatedly for less than the limit', async () => {
  const app = Fastify();
  handleErrors(app);
  await limitRequests(app, { ...serverLimits, eventLoopDelay: 3_000, startGrace: 0 });
  app.get('/read', async () => ({}));
  const statuses: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    const end = performance.now() + 1_300;
    while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve));
    statuses.push((await app.inject({ url: '/read' })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  await app.close();
});
