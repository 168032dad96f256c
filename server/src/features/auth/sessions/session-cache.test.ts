import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SignedIn } from '../../../http/access/authentication.ts';
import { sessionCache } from './session-cache.ts';

const user = { id: 7, sessionId: 'a' } as SignedIn;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

// Covers: threat-6
test('a session is read again after a second, so that one ended elsewhere becomes invalid then', async () => {
  const read = vi.fn<(id: string) => Promise<SignedIn | undefined>>().mockResolvedValue(user);
  const cache = sessionCache(1_000, read);
  expect(await cache.find('a')).toBe(user);
  read.mockResolvedValue(undefined);
  vi.advanceTimersByTime(999);
  expect(await cache.find('a')).toBe(user);
  vi.advanceTimersByTime(1);
  expect(await cache.find('a')).toBeUndefined();
  expect(read).toHaveBeenCalledTimes(2);
});

test('requests at the same moment share one look-up, and each session has its own', async () => {
  const read = vi.fn(async (id: string) => ({ ...user, sessionId: id }));
  const cache = sessionCache(1_000, read);
  const found = await Promise.all([cache.find('a'), cache.find('a'), cache.find('b')]);
  expect(found.map((one) => one?.sessionId)).toEqual(['a', 'a', 'b']);
  expect(read).toHaveBeenCalledTimes(2);
});

// Covers: threat-6
test('a session removed from the cache is read again, even if its look-up was under way', async () => {
  const first = Promise.withResolvers<SignedIn | undefined>();
  const second = Promise.withResolvers<SignedIn | undefined>();
  const read = vi
    .fn<() => Promise<SignedIn | undefined>>()
    .mockReturnValueOnce(first.promise)
    .mockReturnValueOnce(second.promise);
  const cache = sessionCache(1_000, read);
  const before = cache.find('a');
  cache.forget();
  const after = cache.find('a');
  first.resolve(user);
  second.resolve(undefined);
  expect([await before, await after, await cache.find('a')]).toEqual([user, undefined, undefined]);
});

test('a full cache is emptied', async () => {
  const read = vi.fn(async () => user);
  const cache = sessionCache(3_600_000, read);
  for (let id = 0; id < 10_000; id += 1) void cache.find(`${id}`);
  await cache.find('0');
  expect(read).toHaveBeenCalledTimes(10_000);
  await cache.find('one more');
  await cache.find('0');
  expect(read).toHaveBeenCalledTimes(10_002);
});

test('a failed look-up is not cached', async () => {
  const read = vi.fn(async () => user).mockRejectedValueOnce(new Error('The database is away'));
  const cache = sessionCache(1_000, read);
  await expect(cache.find('a')).rejects.toThrow('away');
  expect(await cache.find('a')).toBe(user);
});
