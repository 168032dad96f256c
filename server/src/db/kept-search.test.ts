import { expect, test } from 'vitest';
import { connect, type Db } from './connection.ts';
import { type Found, keptAsOf, searchOnce } from './kept-search.ts';

/** A reader that is shown a database at one version, where each version finds as many rows. */
function reader(db: Db, version: number) {
  let searches = 0;
  const find = async (): Promise<Found> => {
    searches += 1;
    return { version: String(version), count: version, ids: [version] };
  };
  const read = async (ids: number[]) => ({ version: String(version), rows: ids });
  return {
    ask: (search = find) => searchOnce(db, 'key', read, search),
    find,
    searches: () => searches,
  };
}

test('readers of a replica share what was found, and none is given less than it may see', async () => {
  const replica = connect({});
  const [earlier, later] = [connect({}), connect({})];
  keptAsOf(earlier, replica);
  keptAsOf(later, replica);
  const old = reader(earlier, 1);
  const fresh = reader(later, 2);

  // Both find that the search before them is out of date; the second waits for what the first begins.
  await reader(earlier, 0).ask();
  const gate = Promise.withResolvers<void>();
  const first = old.ask(async () => {
    await gate.promise;
    return old.find();
  });
  const second = fresh.ask();
  gate.resolve();
  expect(await first).toEqual({ rows: [1], count: 1 });
  expect(await second).toEqual({ rows: [2], count: 2 });

  const same = reader(later, 2);
  expect(await same.ask()).toEqual({ rows: [2], count: 2 });
});
