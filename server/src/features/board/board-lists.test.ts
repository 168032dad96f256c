import type { Board } from '@doorstep/contract/board';
import { expect, test } from 'vitest';
import { addOpenWork } from '../../testing/open-work.ts';
import { signIn, startSharedApp } from '../../testing/test-app.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');

const get = async <Body>(path: string): Promise<Body> => {
  const answer = await admin.get(path);
  expect(answer.statusCode, path).toBe(200);
  return answer.json();
};
const zone = 'Asia/Kolkata';
const today = () => Temporal.Now.plainDateISO(zone).toString();

// Covers: board-4
test.each([3, 7])('each number is the count of the list that it opens: seed %i', async (seed) => {
  await addOpenWork(doorstep.db, seed);
  const day = today();
  const board = await get<Board>('board/');
  const days = `from=${day}&to=${day}`;
  const lists: [string, number | undefined][] = [
    ['applicants/?assigned=false', board.unassigned],
    ['applicants/?status=assigned', board.out],
    ['applicants/?due=2h', board.due_soon],
    ['applicants/?due=late', board.late],
    ['applicants/?due=late', board.attention.late?.count],
    ...board.agents.flatMap(({ id, open, due_today, late, visited_today }): typeof lists => [
      [`applicants/?agent=${id}&status=assigned`, open],
      [`applicants/?agent=${id}&status=assigned&due=today`, due_today],
      [`applicants/?agent=${id}&status=assigned&due=late`, late],
      [`verification_tasks/?agent=${id}&${days}`, visited_today],
    ]),
    ...board.lenders.flatMap(({ id, in_today, late, questions }): typeof lists => [
      [`applicants/?lender=${id}&${days}`, in_today],
      [`applicants/?lender=${id}&due=late`, late],
      [`applicants/?lender=${id}&due=question`, questions],
    ]),
  ];
  const counts: typeof lists = [];
  for (const [query] of lists) {
    const { count } = await get<{ count: number }>(query);
    counts.push([query, count]);
  }
  // Compares the counts only if the day has not changed during the test.
  if (today() === day) expect(counts).toEqual(lists);
  expect(Math.max(...lists.map(([, number = 0]) => number))).toBeGreaterThan(9);
});
