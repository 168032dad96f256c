import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Present, propose } from './propose-agents.ts';

const agentOf = (areas: string[], more: Partial<Present> = {}): Present => ({
  ...{ areas, capacity: 12, open: 0, due_today: 0 },
  ...more,
});
const tasksIn = (...pins: string[]) => pins.map((pin_code, index) => ({ id: index + 1, pin_code }));
const idsOf = ({ shares }: ReturnType<typeof propose>) => shares.map(({ ids }) => ids);

test('the longest area wins, then the least work in relation to the capacity', () => {
  const agents = [
    agentOf(['41']),
    agentOf(['4110'], { open: 6 }),
    agentOf(['4110'], { open: 6, capacity: 24 }),
  ];
  const proposal = propose(tasksIn('411001', '411002', '412001'), agents);
  expect(idsOf(proposal)).toEqual([[3], [], [1, 2]]);
  expect(proposal.shares.map(({ covers }) => covers)).toEqual([['41'], [], ['4110']]);
});

test('work due today counts twice', () => {
  const agents = [agentOf(['41'], { open: 4, due_today: 4 }), agentOf(['41'], { open: 6 })];
  expect(idsOf(propose(tasksIn('411001'), agents))).toEqual([[], [1]]);
});

test('a full agent gets none: the next shorter area does, otherwise nobody', () => {
  const agents = [agentOf(['4110'], { open: 11 }), agentOf(['41'], { open: 11 }), agentOf(['560'])];
  const proposal = propose(tasksIn('411001', '411001', '411001', '400001'), agents);
  expect(idsOf(proposal)).toEqual([[1], [2], []]);
  expect(proposal.full).toEqual([3]);
  expect(proposal.outside).toEqual([4]);
});

test('an agent without areas goes anywhere, after those who cover the place', () => {
  const agents = [agentOf([]), agentOf(['4110'])];
  expect(idsOf(propose(tasksIn('411001', '560001'), agents))).toEqual([[2], [1]]);
});

test('agents who share a pin code get its tasks in order of their ids, in whichever order they come', () => {
  const agents = [agentOf(['411001']), agentOf(['411001'])];
  const tasks = tasksIn('411001', '411001', '411001', '411001');
  const order = [1, 3, 0, 2].flatMap((index) => tasks[index] ?? []);
  for (const given of [tasks, tasks.toReversed(), order])
    expect(idsOf(propose(given, agents))).toEqual([
      [1, 2],
      [3, 4],
    ]);
});

const pin = fc.stringMatching(/^4[01][01][01][01][01]$/);
const area = fc
  .tuple(pin, fc.integer({ min: 2, max: 6 }))
  .map(([digits, length]) => digits.slice(0, length));
const agent = fc.record({
  areas: fc.uniqueArray(area, { maxLength: 4 }),
  capacity: fc.integer({ min: 1, max: 15 }),
  open: fc.integer({ min: 0, max: 20 }),
  due_today: fc.integer({ min: 0, max: 5 }),
});
const pins = fc.array(pin, { maxLength: 60 });

// Covers: share-out-1
test('each task is assigned once, in an area, within the capacity, and only left out if no agent has room', () => {
  fc.assert(
    fc.property(pins, fc.array(agent, { maxLength: 8 }), (wanted, agents) => {
      const tasks = tasksIn(...wanted);
      const { shares, outside, full } = propose(tasks, agents);
      const all = [...shares.flatMap(({ ids }) => ids), ...outside, ...full];
      expect(all.toSorted((a, b) => a - b)).toEqual(tasks.map(({ id }) => id));
      const pinOf = (id: number) => tasks[id - 1]?.pin_code ?? '';
      const matchOf = ({ areas }: Present, id: number) =>
        areas.length === 0
          ? 0
          : Math.max(
              -1,
              ...areas.filter((one) => pinOf(id).startsWith(one)).map((one) => one.length),
            );
      const hasRoom = ({ open, capacity }: Present, index: number) =>
        open + (shares[index]?.ids.length ?? 0) < capacity;
      for (const [index, one] of agents.entries()) {
        const ids = shares[index]?.ids ?? [];
        if (ids.length > 0) expect(one.open + ids.length).toBeLessThanOrEqual(one.capacity);
        for (const id of ids) {
          expect(matchOf(one, id)).toBeGreaterThanOrEqual(0);
          const better = agents.filter(
            (other, at) => hasRoom(other, at) && matchOf(other, id) > matchOf(one, id),
          );
          expect(better).toEqual([]);
        }
      }
      for (const id of outside) expect(agents.every((one) => matchOf(one, id) < 0)).toBe(true);
      for (const id of full) {
        expect(agents.some((one) => matchOf(one, id) >= 0)).toBe(true);
        expect(agents.some((one, at) => hasRoom(one, at) && matchOf(one, id) >= 0)).toBe(false);
      }
    }),
  );
});

function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

// Covers: share-out-2
test('a day of 60 agents and twelve tasks each: nearly all inside an area, and evenly', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = randomOf(seed);
    const towns = Array.from({ length: 12 }, (_, town) => String(4_100 + town));
    // Each town has five agents. Each agent covers a neighbouring town too.
    const agents = Array.from({ length: 60 }, (_, index) =>
      agentOf([towns[index % 12] ?? '', towns[(index + 1) % 12] ?? ''], { capacity: 15 }),
    );
    const tasks = Array.from({ length: 720 }, (_, index) => ({
      id: index + 1,
      pin_code: `${random() < 0.01 ? '5600' : towns[Math.floor(random() * 12)]}${10 + Math.floor(random() * 90)}`,
    }));
    const { shares } = propose(tasks, agents);
    const loads = shares.map(({ ids }) => ids.length);
    const given = loads.reduce((sum, load) => sum + load, 0);
    expect(given / tasks.length).toBeGreaterThanOrEqual(0.95);
    expect(Math.max(...loads) / (given / agents.length)).toBeLessThanOrEqual(1.3);
  }
});
