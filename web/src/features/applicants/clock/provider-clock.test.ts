import { expect, onTestFinished, test } from 'vitest';
import { applyConfig } from '../../../lib/config.ts';
import { byProvidersClock, onProvidersClock } from './provider-clock.ts';

test.each([
  ['Asia/Kolkata', '2026-03-05T10:30', '2026-03-05T05:00:00.000Z'],
  // Times around the change of the clocks: forward in March, back in November.
  ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
  ['America/New_York', '2026-03-08T03:01', '2026-03-08T07:01:00.000Z'],
  ['America/New_York', '2026-11-01T03:00', '2026-11-01T08:00:00.000Z'],
])('%s shows %s at %s', (timeZone, shown, moment) => {
  applyConfig({ timeZone });
  onTestFinished(() => applyConfig({}));
  expect(byProvidersClock(shown)).toBe(moment);
  expect(onProvidersClock(new Date(moment))).toBe(shown);
});

test('no moment is none', () => {
  expect(byProvidersClock('')).toBeUndefined();
});
