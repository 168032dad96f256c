import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { phoneAtWork } from '../../testing/phone.ts';
import { openKey } from './lock.ts';
import { lockWhenIdle } from './lock-when-idle.ts';

beforeEach(async () => {
  await phoneAtWork();
  vi.useFakeTimers();
  onTestFinished(lockWhenIdle());
});

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);
/** The event does not bubble, as if its target had stopped it. */
const use = (type: string) => document.body.dispatchEvent(new Event(type));

// Covers: field-app-26
test('locks after ten idle minutes, even while the screen is on', () => {
  minutes(9.9);
  expect(openKey()).toBeDefined();
  minutes(0.1);
  expect(openKey).toThrow('locked');
});

// Covers: field-app-26
test.each(['pointerdown', 'keydown', 'input'])('restarts the ten minutes on %s', (type) => {
  minutes(9);
  use(type);
  minutes(9);
  expect(openKey()).toBeDefined();
  minutes(1);
  expect(openKey).toThrow('locked');
});

// Covers: field-app-26
test("locks on return if a hidden page's timer is late", () => {
  use('visibilitychange');
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(openKey()).toBeDefined();
  use('visibilitychange');
  expect(openKey).toThrow('locked');
});
