import { expect, test } from 'vitest';
import { task } from '../../testing/phone.ts';
import { applyOrder } from './own-order.ts';
import { suggestOrder } from './suggest-order.ts';

const now = new Date(2026, 2, 12, 9);
const today = (hour: number, minute = 0) => new Date(2026, 2, 12, hour, minute).toISOString();
/** Returns a task that is `north` hundredths of a degree north of the last visit. */
const at = (id: number, north: number | null, due_at: string | null = null) => ({
  ...{ ...task, id, due_at, tryAgainAt: null, isAppointment: false },
  usual_area:
    north === null ? null : { latitude: 18 + north / 100, longitude: 73, radius_m: 1_000 },
});
const lastVisit = { latitude: 18, longitude: 73 };
const order = (...tasks: ReturnType<typeof at>[]) =>
  suggestOrder(tasks, now, lastVisit).map(({ id }) => id);

// Covers: field-app-40
test('puts an earlier promised hour first, then what is near', () => {
  const far = at(1, 30, today(11, 50));
  const near = at(2, 1, today(12));
  expect(order(near, far)).toEqual([1, 2]);
  expect(order(at(1, 30, today(12)), at(2, 1, today(12, 50)))).toEqual([2, 1]);
  // The way continues from the last stop of the previous hour.
  expect(order(at(3, 2), at(4, 25), far)).toEqual([1, 4, 3]);
});

// Covers: field-app-40
test('puts tasks without a known area last in their hour, and sent-back ones on top', () => {
  const sentBack = {
    ...at(1, 30),
    sent_back: { at: today(8), reasons: [], note: '', photos_wanted: [] },
  };
  expect(order(at(2, null), at(3, 5), at(4, 2), sentBack)).toEqual([1, 4, 3, 2]);
});

// Covers: field-app-40
test('sorts at most 25 stops by nearness; the others follow in their old order', () => {
  const tasks = Array.from({ length: 30 }, (_, index) => at(index + 1, 30 - index));
  const ids = tasks.map(({ id }) => id);
  expect(order(...tasks)).toEqual([...ids.slice(0, 25).reverse(), ...ids.slice(25)]);
});

const stops = (...ids: number[]) => ids.map((id) => ({ id }));

// Covers: field-app-41
test.each([
  ['leaves the order made by hand', [1, 2, 3], [3, 1, 2], [3, 1, 2]],
  ['ignores tasks that are gone', [1, 2, 3], [3, 9, 1, 2], [3, 1, 2]],
  ['inserts a new task after the one that it follows', [1, 5, 2, 3], [3, 1, 2], [3, 1, 5, 2]],
  ['inserts a new first task at the top', [5, 1, 2], [2, 1], [5, 2, 1]],
  ['inserts several in their order', [1, 5, 6, 2], [2, 1], [2, 1, 5, 6]],
])('%s', (_, suggested, own, expected) => {
  expect(applyOrder(stops(...suggested), own)).toEqual(stops(...expected));
});
