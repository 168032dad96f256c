import { expect, test } from 'vitest';
import { parseMoment } from './parse-moment.ts';

test.each([
  ['2026-03-01', 'Asia/Kolkata', '2026-02-28T18:30:00.000Z'],
  ['2026-03-01', 'UTC', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T05:00:00Z', 'Asia/Kolkata', '2026-03-01T05:00:00.000Z'],
  ['2026-02-30', 'Asia/Kolkata', undefined],
  ['', 'Asia/Kolkata', undefined],
])('%s in %s begins at %s', (text, timeZone, moment) => {
  expect(parseMoment(text, timeZone)?.toISOString()).toBe(moment);
});
