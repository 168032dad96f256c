import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, DatabaseBusy } from './connection.ts';
import { waiveWaiting, withPatience } from './patience.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Asks three times, each time behind a statement of half a second; answers how the three ended. */
async function askBehindOthers(prepare = () => {}) {
  const db = connect({ ...database.connection, max: 1 }, { longestWait: 5_000 });
  const pause = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db);
  try {
    await pause(0);
    return await withPatience(async () => {
      prepare();
      const ends: string[] = [];
      for (let time = 0; time < 3; time++) {
        const held = pause(0.5);
        const asked = pause(0);
        const [, end] = await Promise.allSettled([held, asked]);
        ends.push(
          end.status === 'rejected' && end.reason instanceof DatabaseBusy ? 'busy' : end.status,
        );
      }
      return ends;
    });
  } finally {
    await db.destroy();
  }
}

test('a request has so much patience over all that it asks, not anew for each', async () => {
  expect(await askBehindOthers()).toEqual(['fulfilled', 'busy', 'busy']);
});

test('what has begun to stream waits each time anew', async () => {
  expect(await askBehindOthers(waiveWaiting)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
});
