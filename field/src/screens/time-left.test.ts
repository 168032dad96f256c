import { expect, test } from 'vitest';
import english from '../words/en.json';
import type { Translation } from '../words/use-words.ts';
import { timeLeft } from './time-left.ts';

const say = Object.assign(
  (key: keyof typeof english, values: Record<string, string | number> = {}) =>
    english[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name])),
  { language: 'en' },
) as Translation;
const now = new Date('2026-03-12T09:00:00+05:30');

test.each([
  ['2026-03-12T09:40:00+05:30', '40 min left', 'now', '09:40'],
  ['2026-03-12T11:10:00+05:30', '2 h 10 left', 'soon', '11:10'],
  ['2026-03-12T18:00:00+05:30', 'till 18:00', 'calm'],
  ['2026-03-13T12:00:00+05:30', 'tomorrow 12:00', 'calm'],
  ['2026-03-16T12:00:00+05:30', 'Mon 16 March 12:00', 'calm'],
  ['2026-03-12T08:30:00+05:30', 'Late since 08:30', 'now'],
  ['2026-03-11T17:20:00+05:30', 'Late since yesterday 17:20', 'now'],
  [null, 'No time set', 'calm'],
] as const)('due at %s: %s', (due, words, urgency, at?: string) => {
  expect(timeLeft(due, now, say)).toEqual({ words, urgency, ...(at && { at }) });
});
