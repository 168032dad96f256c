import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotasByLoad, type Sharer, shareOut, type Task } from './share-out.ts';

const pinsOf = (pins: Record<string, number> = {}): Sharer => ({
  pins: new Map(Object.entries(pins)),
  open: Object.values(pins).reduce((sum, count) => sum + count, 0),
});
const tasksIn = (...pins: string[]): Task[] =>
  pins.map((pin_code, index) => ({ id: index + 1, pin_code }));

test.each([
  [10, [0], [10]],
  [10, [0, 0, 0], [4, 3, 3]],
  [10, [9, 0], [0, 10]],
  [3, [9, 0, 2], [0, 3, 0]],
  [240, [10, 20, 30], [90, 80, 70]],
  [0, [4, 1], [0, 0]],
])('%i tasks for agents who have %j open', (total, open, quotas) => {
  expect(quotasByLoad(total, open)).toEqual(quotas);
});

test('tasks in a pin code go to an agent who works there, first to the one with the most tasks there', () => {
  const agents = [pinsOf({ '411001': 1 }), pinsOf({ '411001': 2 }), pinsOf({ '411045': 3 })].map(
    ({ pins }) => ({ pins, open: 5 }),
  );
  const tasks = tasksIn('411001', '411045', '411001', '411045', '411001', '411045');
  expect(shareOut(tasks, agents)).toEqual([
    [5, 6],
    [1, 3],
    [2, 4],
  ]);
});

test('neighbouring pin codes without an agent stay together', () => {
  const tasks = tasksIn('411045', '400001', '411046', '400002', '411045', '400001');
  expect(shareOut(tasks, [pinsOf(), pinsOf()])).toEqual([
    [2, 4, 6],
    [1, 3, 5],
  ]);
});

test('counts are respected, and the rest is left out', () => {
  const agents = [
    { ...pinsOf({ '411001': 9 }), count: 1 },
    { ...pinsOf(), count: 2 },
  ];
  expect(shareOut(tasksIn('411001', '411001', '411001', '411001'), agents)).toEqual([[1], [2, 3]]);
});

const someAgents = fc.array(
  fc.record({
    pins: fc
      .dictionary(fc.constantFrom('411001', '411002', '411045'), fc.integer({ min: 1, max: 9 }))
      .map((pins) => new Map(Object.entries(pins))),
    open: fc.nat(60),
  }),
  { minLength: 1, maxLength: 8 },
);
const someTasks = fc
  .array(fc.constantFrom('411001', '411002', '411045', '400001', '400703'), { maxLength: 80 })
  .map((pins) => tasksIn(...pins));

// Covers: assign-many-2
test('every task goes to exactly one agent, and open work is level afterwards', () => {
  fc.assert(
    fc.property(someTasks, someAgents, (tasks, agents) => {
      const shares = shareOut(tasks, agents);
      expect(shares.flat().toSorted((a, b) => a - b)).toEqual(tasks.map(({ id }) => id));
      const after = agents.map(({ open }, index) => open + (shares[index]?.length ?? 0));
      const least = Math.min(...after);
      for (const [index, ids] of shares.entries()) {
        if (ids.length > 0) expect(after[index]).toBeLessThanOrEqual(least + 1);
      }
    }),
  );
});
