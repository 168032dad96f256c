import { getLender, type LenderRecord, listLenders } from '@doorstep/contract/lenders';
import { type Calendar, listCalendars } from '@doorstep/contract/lenders/calendars';
import { answer } from '@doorstep/contract/testing/backend';

export const lenderOf = (more: Partial<LenderRecord> = {}): LenderRecord => ({
  ...{ id: 3, name: 'HDFC', portfolios: ['HDFC Home'], rules: [], open: 0, due: 0 },
  ...{ prints_times: false, updated_at: '2026-03-05T05:00:00.000Z' },
  ...more,
});

export function answerLender(lender = lenderOf(), calendars: Calendar[] = []): void {
  answer(listLenders, { results: [lender], other_portfolios: ['HDFC Gold'] });
  answer(getLender, lender);
  answer(listCalendars, { results: calendars });
}
