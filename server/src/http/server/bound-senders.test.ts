import { expect, test } from 'vitest';
import { boundSenders } from './bound-senders.ts';

const refused = { status: 503, code: 'busy', retryAfter: 15 };

// Covers: threat-18
test('one submission too many, in total or of one agent, gets a 503 with Retry-After', async () => {
  const bounded = boundSenders({ all: 3, ofOneAgent: 2 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const running = [1, 1, 2].map((agent) => bounded(agent, () => promise));
  await expect(bounded(1, async () => 'x')).rejects.toMatchObject(refused);
  await expect(bounded(3, async () => 'x')).rejects.toMatchObject(refused);
  resolve('stored');
  expect(await Promise.all(running)).toEqual(['stored', 'stored', 'stored']);
  expect(await bounded(1, async () => 'again')).toBe('again');
});

// Covers: asvs-14
test('a failed submission frees its place', async () => {
  const bounded = boundSenders({ all: 1, ofOneAgent: 1 });
  await expect(bounded(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await bounded(1, async () => 'stored')).toBe('stored');
});
