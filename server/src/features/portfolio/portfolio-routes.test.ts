import { applicantStatuses } from '@doorstep/contract/applicants/status';
import type { PortfolioRow } from '@doorstep/contract/portfolio';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { changeRows } from '../../testing/rows.ts';
import {
  addApplicant,
  addUser,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../testing/test-app.ts';
import { summarizePortfolios } from './portfolio-store.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');
const agentId = (await addUser(doorstep.db, 'agent')).id;
beforeEach(async () => {
  await doorstep.db.deleteFrom('applicants').execute();
});

const ask = (query: string, headers: Partial<Visitor['headers']> = admin.headers) =>
  doorstep.app.inject({ url: `/api/v1/applicants/portfolio-summary/${query}`, headers });

const rowsOf = async (query: string) => {
  const answer = await ask(query);
  expect(answer.statusCode).toBe(200);
  const body = answer.json<{ success: boolean; data: PortfolioRow[] }>();
  expect(body.success).toBe(true);
  return body.data;
};

type Status = (typeof applicantStatuses)[number];

const add = (portfolio_name: string, status: Status, created_at: string) =>
  addApplicant(doorstep.db, {
    portfolio_name,
    status,
    created_at,
    ...(status !== 'pending' && { assigned_agent_id: agentId }),
  });

test.each([
  ['', ['start_date', 'end_date']],
  ['?start_date=2026-03-01', ['end_date']],
  ['?start_date=01-03-2026&end_date=2026-03-02', ['start_date']],
  ['?start_date=2026-02-30&end_date=2026-03-02', ['start_date']],
  ['?start_date=0000-01-01&end_date=2026-03-02', ['start_date']],
  ['?start_date=2026-03-02&end_date=2026-03-01', ['start_date']],
])('names the invalid dates: %s', async (query, fields) => {
  const answer = await ask(query);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(fields);
});

test('counts each portfolio by the status of its applicants, sorted by name', async () => {
  const noon = '2026-03-05T06:30:00Z';
  for (const [status, times] of [
    ['pending', 1],
    ['assigned', 2],
    ['visited', 3],
    ['submitted', 4],
  ] as const) {
    for (let i = 0; i < times; i++) await add('lakshmi Gold', status, noon);
  }
  await add('Axis Home', 'pending', noon);
  await add('Metro Auto', 'submitted', noon);
  const { id } = await add('Metro Auto', 'pending', noon);
  await changeRows(doorstep.db, 'applicants', { id }, { deleted_at: noon });

  const nothing = {
    allocated: 0,
    visit_pending: 0,
    visit_done: 0,
    allocation_pending: 0,
    submitted: 0,
  };
  expect(await rowsOf('?start_date=2026-03-01&end_date=2026-03-31')).toEqual([
    { ...nothing, portfolio_name: 'Axis Home', allocation_pending: 1, total: 1 },
    {
      portfolio_name: 'lakshmi Gold',
      allocated: 9,
      visit_pending: 2,
      visit_done: 7,
      allocation_pending: 1,
      submitted: 4,
      total: 10,
    },
    {
      ...nothing,
      portfolio_name: 'Metro Auto',
      allocated: 1,
      visit_done: 1,
      submitted: 1,
      total: 1,
    },
  ]);
  expect(await rowsOf('?start_date=2026-03-06&end_date=2026-03-31')).toEqual([]);
});

test('interprets days in the time zone, both included', async () => {
  // Asia/Kolkata is 5:30 hours ahead of UTC, so 5 March there runs from 18:30 to 18:30 UTC.
  await add('last of the 4th', 'pending', '2026-03-04T18:29:59.999Z');
  await add('first of the 5th', 'pending', '2026-03-04T18:30:00Z');
  await add('last of the 5th', 'pending', '2026-03-05T18:29:59.999Z');
  await add('first of the 6th', 'pending', '2026-03-05T18:30:00Z');
  const names = async (query: string) => (await rowsOf(query)).map((row) => row.portfolio_name);
  expect(await names('?start_date=2026-03-05&end_date=2026-03-05')).toEqual([
    'first of the 5th',
    'last of the 5th',
  ]);
  expect(await names('?start_date=2026-03-04&end_date=2026-03-04')).toEqual(['last of the 4th']);
  expect(await names('?start_date=2026-03-06&end_date=9999-12-31')).toEqual(['first of the 6th']);
});

test('days of 23 and 25 hours count completely', async () => {
  // The clocks in New York go forward on 8 March 2026 and back on 1 November 2026.
  await add('spring, last', 'pending', '2026-03-09T03:59:59.999Z');
  await add('spring, after', 'pending', '2026-03-09T04:00:00Z');
  await add('autumn, last', 'pending', '2026-11-02T04:59:59.999Z');
  await add('autumn, after', 'pending', '2026-11-02T05:00:00Z');
  const names = async (day: string) => {
    const range = { start_date: day, end_date: day };
    const rows = await summarizePortfolios(doorstep.db, range, 'America/New_York');
    return rows.map((row) => row.portfolio_name);
  };
  expect(await names('2026-03-08')).toEqual(['spring, last']);
  expect(await names('2026-11-01')).toEqual(['autumn, last']);
});

const applicant = fc.record({
  portfolio: fc.constantFrom('Axis Home', 'Metro Auto', 'Lakshmi Gold'),
  status: fc.constantFrom(...applicantStatuses),
  minute: fc.integer({ min: 0, max: 6 * 24 * 60 }),
});
const day = fc.integer({ min: 1, max: 6 });
const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

test('the rows add up, and count each applicant of the days once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(applicant, { maxLength: 30 }),
      day,
      day,
      async (applicants, one, other) => {
        await doorstep.db.deleteFrom('applicants').execute();
        const start = Date.UTC(2026, 2, 1);
        const made = applicants.map((given) => ({
          ...given,
          at: new Date(start + given.minute * 60_000),
        }));
        for (const { portfolio, status, at } of made)
          await add(portfolio, status, at.toISOString());

        const start_date = `2026-03-0${Math.min(one, other)}`;
        const end_date = `2026-03-0${Math.max(one, other)}`;
        const rows = await rowsOf(`?start_date=${start_date}&end_date=${end_date}`);
        for (const row of rows) {
          expect(row.total).toBe(row.allocated + row.allocation_pending);
          expect(row.allocated).toBe(row.visit_pending + row.visit_done);
        }
        const within = made.filter(({ at }) => {
          const local = dayIn.format(at);
          return local >= start_date && local <= end_date;
        });
        const names = [...new Set(within.map(({ portfolio }) => portfolio))].sort();
        expect(rows).toEqual(
          names.map((portfolio_name) => {
            const count = (...statuses: Status[]) =>
              within.filter(
                (one) => one.portfolio === portfolio_name && statuses.includes(one.status),
              ).length;
            return {
              portfolio_name,
              allocated: count('assigned', 'visited', 'submitted'),
              visit_pending: count('assigned'),
              visit_done: count('visited', 'submitted'),
              allocation_pending: count('pending'),
              submitted: count('submitted'),
              total: count(...applicantStatuses),
            };
          }),
        );
      },
    ),
    { numRuns: 25 },
  );
});
