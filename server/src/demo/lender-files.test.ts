import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dryRunFile } from '../testing/spreadsheets/dry-run-requests.ts';
import { signIn, startSharedApp } from '../testing/test-app.ts';
import { insertLenders } from './insert-lenders.ts';
import { workingTime } from './working-time.ts';

const server = await startSharedApp();
const admin = await signIn(server, 'admin');
const timeZone = 'Asia/Kolkata';
await server.db
  .transaction()
  .execute((trx) =>
    insertLenders(trx, new Date(), workingTime(timeZone), { timeZone, admin: admin.user.id }),
  );

// Covers: demo-4
test.each([
  {
    ...{ file: 'saraswat.csv', lender: 'Saraswat Housing', portfolio: 'Saraswat Home Loans' },
    ...{ counts: [4, 4], wrong: 'pin_code' },
  },
  {
    ...{ file: 'yamuna.csv', lender: 'Yamuna Finance', portfolio: 'Yamuna Education Finance' },
    ...{ counts: [4], wrong: 'mobile_number' },
  },
])('$file is recognised, and one of its rows is wrong', async (expected) => {
  const { file, lender, portfolio, counts, wrong } = expected;
  const bytes = await readFile(new URL(`lender-files/${file}`, import.meta.url));
  const dryRun = await dryRunFile(server, admin, bytes);
  expect(dryRun).toMatchObject({
    lender: { name: lender, confidence: 1, how: 'headings' },
    ...{ mapping: { how: 'saved' }, missing_fields: [], missing_headings: [] },
    points: counts.map((count) => ({ new: count, known: 0 })),
    counts: { wrong: 1 },
  });
  expect(new Set(dryRun.rows.map(({ portfolio_name }) => portfolio_name))).toEqual(
    new Set([portfolio]),
  );
  const faults = dryRun.problems.results.flatMap((problem) => problem.faults);
  expect(faults.map(({ field }) => field)).toEqual([wrong]);
});
