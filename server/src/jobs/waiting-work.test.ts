import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '../db/connection.ts';
import { createSharedDatabase } from '../testing/test-database.ts';
import { waitingWork } from './waiting-work.ts';

const database = await createSharedDatabase();

test('a job runs while rows wait for it, and one statement looks for the rows of all jobs', async () => {
  const statements: string[] = [];
  const db = connect(database.connection, {
    slow: { after: 0, report: (statement) => statements.push(statement.sql) },
  });
  try {
    const runs: string[] = [];
    const ifWaiting = waitingWork(db, {
      users: sql`select from users`,
      either: sql`select from users union all select from counted_time_zone`,
      zones: sql`select from counted_time_zone order by time_zone`,
    });
    const { signal } = new AbortController();
    const jobs = (['users', 'either', 'zones'] as const).map((name) =>
      ifWaiting(name, async () => void runs.push(name)),
    );
    await Promise.all(jobs.map((job) => job(signal)));
    expect(runs).toEqual(['either', 'zones']);
    expect(statements).toHaveLength(1);

    await Promise.all(jobs.map((job) => job(AbortSignal.abort())));
    expect(runs).toEqual(['either', 'zones']);
  } finally {
    await db.destroy();
  }
});
