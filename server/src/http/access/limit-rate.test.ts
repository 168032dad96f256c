import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { handleErrors } from '../contract/error-handler.ts';
import { limitRate } from './limit-rate.ts';

afterEach(() => void vi.useRealTimers());

async function open() {
  vi.useFakeTimers({ toFake: ['Date'] });
  const app = Fastify();
  handleErrors(app);
  const onRequest = limitRate({ max: 5, timeWindow: 10_000 });
  app.get('/', { onRequest }, async () => 'here');
  const burst = async (count: number, remoteAddress = '192.0.2.1') => {
    const asked = Array.from({ length: count }, () => app.inject({ url: '/', remoteAddress }));
    return (await Promise.all(asked)).map(({ statusCode, headers }) =>
      statusCode === 429 ? `429 after ${headers['retry-after']}` : statusCode,
    );
  };
  return { burst };
}

test('of a simultaneous burst, as many as the limit allows pass and the rest are rejected', async () => {
  const { burst } = await open();
  expect(await burst(8)).toEqual([200, 200, 200, 200, 200, ...Array(3).fill('429 after 10')]);
  expect(await burst(1, '192.0.2.2')).toEqual([200]);
});

test('a window begins with the first request, and ends however many come', async () => {
  const { burst } = await open();
  expect(await burst(5)).toEqual(Array(5).fill(200));
  vi.advanceTimersByTime(9_000);
  expect(await burst(1)).toEqual(['429 after 1']);
  vi.advanceTimersByTime(1_000);
  expect(await burst(6)).toEqual([...Array(5).fill(200), '429 after 10']);
});

test('an address is remembered while others arrive, up to a bound', async () => {
  const { burst } = await open();
  await burst(5);
  for (let other = 0; other < 4_999; other += 1) {
    await burst(1, `10.0.${Math.floor(other / 250)}.${other % 250}`);
  }
  expect(await burst(1)).toEqual(['429 after 10']);
  await burst(1, '192.0.2.9');
  expect(await burst(1)).toEqual([200]);
});
