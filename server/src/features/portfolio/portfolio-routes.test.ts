import { applicantStatuses } from '@doorstep/contract/applicants/status';
import type { PortfolioRow } from '@doorstep/contract/portfolio';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { changeRows } from '../../testing/rows.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../testing/test-app.ts';
import { summarizePortfolios } from './portfolio-store.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');
const agentId = (await addUser(doorstep.db, 'agent')).id;
beforeEach(async () => {
  await doorstep.db.deleteFrom('applicants').execute();
});

const ask = (query: string) => admin.get(`applicants/portfolio-summary/${query}`);
const rowsOf = async (query: string) => {
  const answer = await ask(query);
  expect(answer.json()).toMatchObject({ success: true });
  return answer.json<{ data: PortfolioRow[] }>().data;
};
const namesOf = (rows: PortfolioRow[]) => rows.map(({ portfolio_name }) => portfolio_name);

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

test('sorts portfolios by name whatever their case, and leaves out deleted applicants', async () => {
  const noon = '2026-03-05T06:30:00Z';
  for (const name of ['Metro Auto', 'lakshmi Gold', 'Axis Home']) await add(name, 'visited', noon);
  const { id } = await add('Metro Auto', 'pending', noon);
  await changeRows(doorstep.db, 'applicants', { id }, { deleted_at: noon });
  const rows = await rowsOf('?start_date=2026-03-01&end_date=2026-03-31');
  expect(namesOf(rows)).toEqual(['Axis Home', 'lakshmi Gold', 'Metro Auto']);
  expect(rows.map(({ total }) => total)).toEqual([1, 1, 1]);
  expect(await rowsOf('?start_date=2026-03-06&end_date=2026-03-31')).toEqual([]);
});

test('interprets days in the time zone, both included', async () => {
  // Asia/Kolkata is 5:30 hours ahead of UTC, so 5 March in Kolkata begins at 18:30 UTC on 4 March.
  await add('last of the 4th', 'pending', '2026-03-04T18:29:59.999Z');
  await add('first of the 5th', 'pending', '2026-03-04T18:30:00Z');
  await add('last of the 5th', 'pending', '2026-03-05T18:29:59.999Z');
  await add('first of the 6th', 'pending', '2026-03-05T18:30:00Z');
  const names = async (query: string) => namesOf(await rowsOf(query));
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
    return namesOf(await summarizePortfolios(doorstep.db, range, 'America/New_York'));
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
  const made = fc.array(applicant, { maxLength: 30 });
  const summed = fc.asyncProperty(made, day, day, async (applicants, one, other) => {
    await doorstep.db.deleteFrom('applicants').execute();
    const start_date = `2026-03-0${Math.min(one, other)}`;
    const end_date = `2026-03-0${Math.max(one, other)}`;
    const within: typeof applicants = [];
    for (const given of applicants) {
      const at = new Date(Date.UTC(2026, 2, 1) + given.minute * 60_000);
      await add(given.portfolio, given.status, at.toISOString());
      const local = dayIn.format(at);
      if (local >= start_date && local <= end_date) within.push(given);
    }
    const names = [...new Set(within.map(({ portfolio }) => portfolio))].sort();
    const rows = names.map((portfolio_name) => {
      const own = within.filter(({ portfolio }) => portfolio === portfolio_name);
      const count = (...statuses: Status[]) =>
        own.filter(({ status }) => statuses.includes(status)).length;
      return {
        ...{ portfolio_name, total: own.length, allocation_pending: count('pending') },
        allocated: count('assigned', 'visited', 'submitted'),
        visit_pending: count('assigned'),
        visit_done: count('visited', 'submitted'),
        submitted: count('submitted'),
      };
    });
    expect(await rowsOf(`?start_date=${start_date}&end_date=${end_date}`)).toEqual(rows);
  });
  await fc.assert(summed, { numRuns: 25 });
});
