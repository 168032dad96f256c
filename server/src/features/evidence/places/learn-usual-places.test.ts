import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../db/connection.ts';
import { countLockWaits, createTestDatabase } from '../../../testing/test-database.ts';
import { learnUsualPlaces } from './learn-usual-places.ts';

test('a stopping server does not wait for the learning, and another server may learn afterwards', async () => {
  const { db, connection, drop } = await createTestDatabase();
  const owner = connect(connection);
  onTestFinished(async () => {
    await owner.destroy();
    await drop();
  });
  const platform = { db, provider: { timeZone: 'Asia/Kolkata' } };
  const holding = await owner.startTransaction().execute();
  await sql`lock table learned_places in access exclusive mode`.execute(holding);
  const stopping = new AbortController();
  const learning = learnUsualPlaces(platform, stopping.signal);
  await vi.waitUntil(async () => (await countLockWaits(owner)) > 0, { timeout: 60_000 });
  stopping.abort();
  // The test still locks the table, so the statement has not ended.
  expect(await learning).toBeUndefined();

  await holding.rollback().execute();
  expect(await learnUsualPlaces(platform, new AbortController().signal)).toBe(0);
});

test('a server that is stopping begins nothing', async () => {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  const platform = { db, provider: { timeZone: 'Asia/Kolkata' } };
  expect(await learnUsualPlaces(platform, AbortSignal.abort())).toBeUndefined();
});
