import { expect, onTestFinished, test, vi } from 'vitest';
import { cancelSending, sendingSignal } from '../sync/cancel-sending.ts';
import { signalOf } from './api.ts';

const today = AbortSignal.any;

// Covers: field-app-10
test.each([
  ['can', today],
  ['can not', undefined],
])('ends a call when sending is cancelled, in a browser that %s combine signals', (_, any) => {
  Object.assign(AbortSignal, { any });
  onTestFinished(() => void Object.assign(AbortSignal, { any: today }));
  const signal = signalOf(30_000, sendingSignal());
  expect(signal.aborted).toBe(false);
  cancelSending();
  expect(signal.aborted).toBe(true);
  expect(signalOf(30_000, sendingSignal()).aborted).toBe(false);
});

// Covers: field-app-10
test('ends the calls of other pages too, and its own when another page asks', async () => {
  const other = new BroadcastChannel('doorstep-field-send');
  const isHeard = new Promise((resolve) => other.addEventListener('message', resolve));
  cancelSending();
  await isHeard;
  const signal = sendingSignal();
  other.postMessage('end');
  await expect.poll(() => signal.aborted).toBe(true);
});

// Covers: field-app-10
test('ends a call at its timeout', async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  const signal = signalOf(30_000, sendingSignal());
  timeout.abort();
  expect(signal.aborted).toBe(true);
});
