import { expect, onTestFinished, test, vi } from 'vitest';
import { shortMoment } from './case-photos.ts';

test.each([
  ['2026-03-05T05:00:00.000Z', 'today 10:30 AM'],
  ['2026-03-04T18:25:00.000Z', 'Mar 4, 11:55 PM'],
  ['2025-12-31T18:30:00.000Z', 'Jan 1, 12:00 AM'],
  ['2025-03-05T05:00:00.000Z', 'Mar 5, 2025'],
  ['', 'N/A'],
  ['yesterday', 'Invalid Date'],
])('half an hour before midnight %s in short is %s', (moment, words) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T18:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  expect(shortMoment(moment).replace('\u00a0', ' ')).toBe(words);
});
