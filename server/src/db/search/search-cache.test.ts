import { expect, test } from 'vitest';
import { connect } from '../connection.ts';
import { type SearchResult, searchCached } from './search-cache.ts';

function searchable() {
  const db = connect({});
  const state = { version: 1, searches: 0 };
  const search = async (): Promise<SearchResult> => {
    state.searches += 1;
    return { version: String(state.version), count: state.version, ids: [state.version] };
  };
  const read = async (ids: number[]) => ({ version: String(state.version), rows: ids });
  return { state, ask: (key = 'key', by = search) => searchCached(db, key, read, by), search };
}

test('a search is repeated only when something has changed', async () => {
  const { state, ask } = searchable();
  await ask();
  expect(await ask()).toEqual({ rows: [1], count: 1 });
  expect(state.searches).toBe(1);
  state.version = 2;
  expect(await ask()).toEqual({ rows: [2], count: 2 });
  expect(state.searches).toBe(2);
});

test('identical searches at the same time share one query, unless a change comes in between', async () => {
  const { state, ask, search } = searchable();
  const gate = Promise.withResolvers<void>();
  const begun = async () => {
    const found = await search();
    await gate.promise;
    return found;
  };
  const first = ask('key', begun);
  const second = ask();
  gate.resolve();
  expect(await first).toEqual({ rows: [1], count: 1 });
  expect(await second).toEqual({ rows: [1], count: 1 });
  expect(state.searches).toBe(1);

  state.version = 2;
  const late = Promise.withResolvers<void>();
  const slow = ask('key', async () => {
    const found = await search();
    await late.promise;
    return found;
  });
  await expect.poll(() => state.searches).toBe(2);
  state.version = 3;
  const after = ask();
  late.resolve();
  await slow;
  expect(await after).toEqual({ rows: [3], count: 3 });
});

test('the oldest answers are evicted', async () => {
  const { state, ask } = searchable();
  for (let index = 0; index <= 500; index += 1) await ask(`key ${index}`);
  await ask('key 500');
  expect(state.searches).toBe(501);
  await ask('key 0');
  expect(state.searches).toBe(502);
});
