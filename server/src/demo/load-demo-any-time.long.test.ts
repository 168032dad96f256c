import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storedClock, withClocks } from '../domain/clock/clock-rows.ts';
import { dueChecks } from '../features/evidence/check-due.ts';
import { closeAfterTest, startTestApp, type TestApp } from '../testing/test-app.ts';
import { loadDemo } from './load-demo.ts';
import { inOfficeHours } from './testing/office-hours.ts';

/**
 * The tables whose times belong to the demo's story. Reports have the time of the load, so their tables are
 * left out.
 */
const tables = [
  ...['users', 'applicants', 'assignments', 'visits', 'verifications', 'photos', 'photo_hashes'],
  'send_backs',
];

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
    const latest = ahead.test(column) ? Number.POSITIVE_INFINITY : now.getTime();
    for (const { at } of rows) {
      const isOdd =
        at !== null && (!inOfficeHours(at, platform.provider.timeZone) || Date.parse(at) > latest);
      if (isOdd) odd.push(`${table}.${column} ${at}`);
    }
  }
  return odd;
}

/**
 * The columns whose times may be in the future: the next attempt after an attempt, due times, and warnings.
 */
const ahead = /^(try_again_at|due_at|warn_.*)$/;

async function listClocks({ db, platform }: TestApp, now: Date) {
  const rows = await db
    .selectFrom('applicants as a')
    .select(['a.application_id', 'a.status'])
    .select(storedClock.as('clock'))
    .where('a.due_at', 'is not', null)
    .orderBy('a.id')
    .execute();
  const shown = await withClocks(db, rows, platform.provider.timeZone, now.getTime());
  return shown.map(({ application_id, status, clock }) => ({
    ...{ application_id, status, state: clock?.state },
    ...{ left: clock?.minutes_left ?? 0, warning: clock?.warning },
  }));
}

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

let firstClocks: Awaited<ReturnType<typeof listClocks>> | undefined;

// Covers: demo-1, demo-2, demo-3
test.each([
  ['on a working day', '2026-03-05T10:00:00Z', 'Asia/Kolkata'],
  ['on a Sunday at 3:00', '2026-03-07T21:30:00Z', 'Asia/Kolkata'],
  ['at the end of a month', '2026-05-31T18:29:00Z', 'Asia/Kolkata'],
  ['in Los Angeles, on the day of a clock change', '2026-03-08T17:00:00Z', 'America/Los_Angeles'],
])(
  'loaded %s, its times are within working hours and its findings are the intended ones',
  async (_, start, timeZone) => {
    const server = closeAfterTest(await startTestApp());
    server.platform.provider.timeZone = timeZone;
    const now = new Date(start);
    await loadDemo(server.platform, () => {}, now);
    expect(await findOddTimes(server, now)).toEqual([]);

    const clocks = await listClocks(server, now);
    const running = clocks.filter(({ state }) => state === 'running');
    for (const statuses of [['pending', 'assigned'], ['visited']]) {
      const left = running.flatMap((one) => (statuses.includes(one.status) ? [one.left] : []));
      expect(left.some((minutes) => minutes < 0)).toBe(true);
      expect(left.some((minutes) => minutes > 60 && minutes < 120)).toBe(true);
      expect(left.some((minutes) => minutes > 240)).toBe(true);
    }
    expect(clocks.filter(({ state }) => state === 'paused')).toHaveLength(1);
    const warnings = new Set(running.map(({ warning }) => warning));
    expect(warnings).toEqual(new Set([null, 'unassigned', 'unvisited', 'undecided', 'late']));
    firstClocks ??= clocks;
    expect(clocks).toEqual(firstClocks);

    const found = await checkAll(server);
    const byCase = Map.groupBy(found, (one) => one.verification_id);
    const named = [...byCase.values()].map((all) =>
      all.map(({ check_id, level }) => `${check_id} ${level}`),
    );
    expect(named.toSorted()).toEqual([
      // The reused photo was taken for an earlier verification, before this task was assigned.
      ['photo.same_file serious', 'time.before_task look'],
      ['place.district serious'],
      ['visit.short look'],
    ]);
    for (const one of found) {
      expect(one).toMatchObject({ admin_decision: 'pending', sent_back_at: null });
    }
  },
  300_000,
);
