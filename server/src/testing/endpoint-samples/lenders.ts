import type { lendersEndpoints } from '@doorstep/contract/wire/endpoint-list/lenders';
import { next, none, nothing, type Sample } from '../endpoint-sample.ts';
import { addCalendarRow, addLenderRow, aroundTheClock, ruleOf } from '../lenders.ts';
import { addApplicant, type TestApp } from '../test-app.ts';

const calendar = () => ({
  name: `Sampled calendar ${next()}`,
  week: aroundTheClock,
  days: [{ day: '2026-01-26', name: 'Republic Day', hours: [] }],
});

const lender = async ({ db }: TestApp) => {
  const name = `Sampled lender ${next()}`;
  return { name, portfolios: [name], rules: [ruleOf(await addCalendarRow(db))] };
};
const empty = { name: 'Nobody', portfolios: [], rules: [] };

export const lendersSamples: Record<keyof typeof lendersEndpoints, Sample> = {
  listLenders: { good: nothing },
  getLender: {
    good: async ({ db }) => ({ params: { id: (await addLenderRow(db)).id } }),
    unknown: none,
  },
  addLender: {
    good: async (server) => ({ payload: await lender(server) }),
    bad: { payload: { ...empty, name: '' } },
    audit: 'lender.create',
    changes: 'lenders',
  },
  changeLender: {
    good: async (server) => ({
      params: { id: (await addLenderRow(server.db)).id },
      payload: await lender(server),
    }),
    unknown: { ...none, payload: empty },
    bad: { params: { id: 1 }, payload: { ...empty, rules: [{ minutes: 0 }] } },
    audit: 'lender.update',
    changes: 'lenders',
  },
  deleteLender: {
    good: async ({ db }) => ({ params: { id: (await addLenderRow(db)).id } }),
    unknown: none,
    audit: 'lender.delete',
    changes: 'lenders',
  },
  applyRules: {
    good: async ({ db }) => {
      const { id, portfolio } = await addLenderRow(db);
      await addApplicant(db, { portfolio_name: portfolio });
      return { params: { id }, payload: { expected_count: 1 } };
    },
    unknown: { ...none, payload: { expected_count: 1 } },
    bad: { params: { id: 1 }, payload: {} },
    audit: 'lender.apply_rules',
    changes: 'applicants',
  },
  lenderHistory: {
    good: async ({ db }) => ({ params: { id: (await addLenderRow(db)).id } }),
    unknown: none,
  },
  listCalendars: { good: nothing },
  addCalendar: {
    good: async () => ({ payload: calendar() }),
    bad: { payload: { ...calendar(), week: {} } },
    audit: 'calendar.create',
    changes: 'calendars',
  },
  changeCalendar: {
    good: async ({ db }) => ({ params: { id: await addCalendarRow(db) }, payload: calendar() }),
    unknown: { ...none, payload: calendar() },
    bad: { params: { id: 1 }, payload: { ...calendar(), days: [{ day: 'Monday' }] } },
    audit: 'calendar.update',
    changes: 'calendars',
  },
  deleteCalendar: {
    good: async ({ db }) => ({ params: { id: await addCalendarRow(db) } }),
    unknown: none,
    audit: 'calendar.delete',
    changes: 'calendars',
  },
  calendarHistory: {
    good: async ({ db }) => ({ params: { id: await addCalendarRow(db) } }),
    unknown: none,
  },
};
