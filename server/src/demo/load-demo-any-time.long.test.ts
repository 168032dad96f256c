import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dueChecks } from '../features/evidence/check-due.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { loadDemo } from './load-demo.ts';
import { inOfficeHours } from './testing/office-hours.ts';

/** The tables whose times tell the demo's story. Its reports are not among them: they are made while it is loaded. */
const tables = [
  ...['users', 'applicants', 'assignments', 'visits', 'verifications', 'photos', 'photo_hashes'],
  'send_backs',
];

/** Lists the times in these tables that are outside working hours or later than the load. */
async function findOddTimes({ db, platform }: TestApp, now: Date): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%' and table_name = any(${tables})`.execute(
    db,
  );
  expect(new Set(columns.map(({ table }) => table))).toEqual(new Set(tables));
  const odd: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql<{ at: string | null }>`
      select distinct ${sql.ref(column)} as at from ${sql.table(table)}`.execute(db);
    // The next try of a visit that failed may be after now.
    const latest = column === 'try_again_at' ? Number.POSITIVE_INFINITY : now.getTime();
    for (const { at } of rows) {
      const isOdd =
        at !== null && (!inOfficeHours(at, platform.provider.timeZone) || Date.parse(at) > latest);
      if (isOdd) odd.push(`${table}.${column} ${at}`);
    }
  }
  return odd;
}

/** Checks every verification, and lists what was found. */
async function checkAll({ db, platform }: TestApp) {
  const failures: unknown[] = [];
  const check = dueChecks(platform, (id, error) => failures.push([id, error]));
  await check(new AbortController().signal);
  expect(failures).toEqual([]);
  return db
    .selectFrom('evidence_findings as f')
    .innerJoin('verifications as v', 'v.id', 'f.verification_id')
    .select(['f.verification_id', 'f.check_id', 'f.level', 'v.admin_decision', 'v.sent_back_at'])
    .orderBy('f.check_id')
    .execute();
}

// Covers: demo-1, demo-2
test.each([
  ['on a working day', '2026-03-05T10:00:00Z', 'Asia/Kolkata'],
  ['on a Sunday at 3:00', '2026-03-07T21:30:00Z', 'Asia/Kolkata'],
  ['at the end of a month', '2026-05-31T18:29:00Z', 'Asia/Kolkata'],
  ['in Los Angeles, on the day of a clock change', '2026-03-08T17:00:00Z', 'America/Los_Angeles'],
])(
  'loaded %s, its times are within working hours and its findings are those that are meant',
  async (_, start, timeZone) => {
    const server = await startTestApp();
    try {
      server.platform.provider.timeZone = timeZone;
      const now = new Date(start);
      await loadDemo(server.platform, () => {}, now);
      expect(await findOddTimes(server, now)).toEqual([]);

      const found = await checkAll(server);
      const byCase = Map.groupBy(found, (one) => one.verification_id);
      const named = [...byCase.values()].map((all) =>
        all.map(({ check_id, level }) => `${check_id} ${level}`),
      );
      expect(named.toSorted()).toEqual([
        // A photo of an earlier case, which is therefore older than the task.
        ['photo.same_file serious', 'time.before_task look'],
        ['place.district serious'],
        ['visit.short look'],
      ]);
      for (const one of found) {
        expect(one).toMatchObject({ admin_decision: 'pending', sent_back_at: null });
      }
    } finally {
      await server.close();
    }
  },
  300_000,
);
