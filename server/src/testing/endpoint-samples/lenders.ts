import type { lendersEndpoints } from '@doorstep/contract/wire/endpoint-list/lenders';
import { about, next, none, nothing, type Sample, sending } from '../endpoint-sample.ts';
import { addCalendarRow, addLenderRow, aroundTheClock, ruleOf } from '../lenders.ts';
import { addApplicant, type TestApp } from '../test-app.ts';

const calendar = () => ({
  name: `Sampled calendar ${next()}`,
  week: aroundTheClock,
  days: [{ day: '2026-01-26', name: 'Republic Day', hours: [] }],
});
const calendarRow = async ({ db }: TestApp) => ({ params: { id: await addCalendarRow(db) } });

async function lender({ db }: TestApp) {
  const name = `Sampled lender ${next()}`;
  return { name, portfolios: [name], rules: [ruleOf(await addCalendarRow(db))] };
}
const lenderRow = async ({ db }: TestApp) => ({ params: { id: (await addLenderRow(db)).id } });
const empty = { name: 'Nobody', portfolios: [], rules: [] };

async function withApplicant({ db }: TestApp) {
  const { id, portfolio } = await addLenderRow(db);
  await addApplicant(db, { portfolio_name: portfolio });
  return { params: { id } };
}

export const lendersSamples: Record<keyof typeof lendersEndpoints, Sample> = {
  listLenders: nothing,
  getLender: about(lenderRow),
  addLender: {
    good: async (server) => ({ payload: await lender(server) }),
    bad: { payload: { ...empty, name: '' } },
    ...{ audit: 'lender.create', changes: 'lenders' },
  },
  changeLender: {
    good: async (server) => ({ ...(await lenderRow(server)), payload: await lender(server) }),
    unknown: { ...none, payload: empty },
    bad: { payload: { ...empty, rules: [{ minutes: 0 }] } },
    ...{ audit: 'lender.update', changes: 'lenders' },
  },
  deleteLender: { ...about(lenderRow), audit: 'lender.delete', changes: 'lenders' },
  applyRules: {
    ...about(withApplicant, { expected_count: 1 }, {}),
    ...{ audit: 'lender.apply_rules', changes: 'applicants' },
  },
  lenderHistory: about(lenderRow),
  listCalendars: nothing,
  addCalendar: {
    ...sending(calendar, { ...calendar(), week: {} }),
    ...{ audit: 'calendar.create', changes: 'calendars' },
  },
  changeCalendar: {
    ...about(calendarRow, calendar, { ...calendar(), days: [{ day: 'Monday' }] }),
    ...{ audit: 'calendar.update', changes: 'calendars' },
  },
  deleteCalendar: { ...about(calendarRow), audit: 'calendar.delete', changes: 'calendars' },
  calendarHistory: about(calendarRow),
};
