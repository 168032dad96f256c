import { expect, onTestFinished, test, vi } from 'vitest';
import { breakOff, untilBrokenOff } from '../sync/break-off.ts';
import { signalOf } from './api.ts';

const today = AbortSignal.any;

// Covers: field-app-10
test.each([
  ['can', today],
  ['can not', undefined],
])('a call ends when sending is broken off, where a browser %s combine signals', (_, any) => {
  Object.assign(AbortSignal, { any });
  onTestFinished(() => void Object.assign(AbortSignal, { any: today }));
  const signal = signalOf(30_000, untilBrokenOff());
  expect(signal.aborted).toBe(false);
  breakOff();
  expect(signal.aborted).toBe(true);
  expect(signalOf(30_000, untilBrokenOff()).aborted).toBe(false);
});

// Covers: field-app-10
test('a call ends at its timeout', async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  onTestFinished(() => void vi.restoreAllMocks());
  const signal = signalOf(30_000, untilBrokenOff());
  timeout.abort();
  expect(signal.aborted).toBe(true);
});
