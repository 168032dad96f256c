import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readRow } from '../testing/rows.ts';
import { uploadSpreadsheet, writeSpreadsheet } from '../testing/spreadsheets/spreadsheet-upload.ts';
import { addVisit } from '../testing/submission.ts';
import { signIn, startSharedApp } from '../testing/test-app.ts';
import { periodicWork, startJobs } from './periodic-work.ts';

const server = await startSharedApp();

test('one run of every job does all the work that waits', async () => {
  const { db, platform } = server;
  const admin = await signIn(server, 'admin');
  const agent = await signIn(server, 'agent');
  const { id } = await addVisit(server, agent, ['teal']);
  const { upload_id } = await uploadSpreadsheet(server, admin, await writeSpreadsheet(['JOB-1']));
  const finished_at = sql<string>`now() - interval '25 hours'`;
  await db
    .insertInto('report_archives')
    .values({ id: randomUUID(), requested_by: admin.user.id, filter: '{}', total: 1, finished_at })
    .execute();
  await sql`insert into push_news (session_id, kind, at, try_at)
    select id, 'new', now(), now() from sessions limit 1`.execute(db);
  const [makeWhenDue, sendMails, sendPushes, say] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const jobs = periodicWork(
    { ...platform, retention: { photos: 0, applicants: 0 } },
    { registry: server.app.metrics, makeWhenDue },
    { mails: { send: sendMails }, pushes: { send: sendPushes } },
    say,
  );
  const { signal } = new AbortController();
  await Promise.all(jobs.map(({ run }) => run(signal)));
  const done = ['applicant_count_changes', 'verification_count_changes', 'report_archives'];
  for (const table of [...done, 'audit_unchained'])
    expect((await sql`select from ${sql.table(table)}`.execute(db)).rows, table).toEqual([]);
  expect(await readRow(db, 'verifications', { id })).toMatchObject({ evidence_due: false });
  expect(await readRow(db, 'uploads', { id: upload_id })).toMatchObject({ matched_count: 0 });
  for (const sender of [makeWhenDue, sendMails, sendPushes])
    expect(sender).toHaveBeenCalledExactlyOnceWith(signal);
  expect(say).not.toHaveBeenCalled();
});

test('at the end, only the jobs that must leave no work behind run once more', async () => {
  const said: string[] = [];
  const later = { every: 3_600_000, after: 3_600_000 };
  const [last, failing, other] = [vi.fn(), vi.fn(), vi.fn()];
  failing.mockRejectedValue(new Error('broken'));
  const jobs = startJobs(
    [
      { ...later, failure: 'Not failing', run: last, isDoneAtEnd: true },
      { ...later, failure: 'Failing', run: failing, isDoneAtEnd: true },
      { ...later, failure: 'Other', run: other },
    ],
    (line) => said.push(line),
  );
  last.mockImplementation(async (signal: AbortSignal) => void said.push(`${signal.aborted}`));
  await jobs.close();
  expect(said).toEqual(['false', 'Failing: Error: broken']);
  expect(other).not.toHaveBeenCalled();
});
