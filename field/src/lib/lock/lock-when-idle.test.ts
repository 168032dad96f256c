import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { phoneAtWork } from '../../testing/phone.ts';
import { openKey } from './lock.ts';
import { lockWhenIdle } from './lock-when-idle.ts';

beforeEach(async () => {
  await phoneAtWork();
  vi.useFakeTimers();
  onTestFinished(lockWhenIdle());
});
afterEach(() => void vi.useRealTimers());

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);
const use = (type: string) => document.dispatchEvent(new Event(type));

// Covers: field-app-26
test('after ten idle minutes the lock closes, also while the screen is on', () => {
  minutes(9.9);
  expect(openKey()).toBeDefined();
  minutes(0.1);
  expect(openKey).toThrow('locked');
});

// Covers: field-app-26
test.each(['pointerdown', 'keydown', 'input'])(
  'a %s is a use: the ten minutes begin again',
  (type) => {
    minutes(9);
    use(type);
    minutes(9);
    expect(openKey()).toBeDefined();
    minutes(1);
    expect(openKey).toThrow('locked');
  },
);

// Covers: field-app-26
test('where the timer of a hidden page is late, coming back closes the lock', () => {
  use('visibilitychange');
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(openKey()).toBeDefined();
  use('visibilitychange');
  expect(openKey).toThrow('locked');
});
