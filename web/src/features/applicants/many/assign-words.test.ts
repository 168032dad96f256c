import { expect, test } from 'vitest';
import { sharesInWords, skippedInWords, stillAssignedInWords } from './assign-words.ts';

const of = <Reason extends string>(because: Reason, ids: number[]) =>
  ids.map((id) => ({ id, because }));

test.each([
  ['already_assigned', '1 has an agent already', '2 have an agent already'],
  ['visited', '1 was visited', '2 were visited'],
  ['deleted', '1 was deleted', '2 were deleted'],
  [
    'agent_inactive',
    ...['the new agent of 1 is no longer active', 'the new agent of 2 is no longer active'],
  ],
  ['withdrawn', '1 was withdrawn by the lender', '2 were withdrawn by the lender'],
  ['changed', '1 was changed by a colleague', '2 were changed by a colleague'],
  ['visit_started', 'a visit to 1 has started', 'a visit to 2 has started'],
  ['unchanged', '1 needs no change', '2 need no change'],
  ['outside_areas', '1 is outside the agents’ areas', '2 are outside the agents’ areas'],
  [
    'no_capacity',
    ...['the agents for 1 cannot take more tasks', 'the agents for 2 cannot take more tasks'],
  ],
] as const)('says how many applicants are skipped: %s', (because, one, two) => {
  expect(skippedInWords(of(because, [7]), false)).toBe(one);
  expect(skippedInWords(of(because, [7, 8]), false)).toBe(two);
});

test('names at most five skipped applicants for each reason', () => {
  const skipped = [...of('deleted', [1, 2, 3, 4, 5]), ...of('visited', [11, 12, 13, 14, 15, 16])];
  expect(skippedInWords(skipped)).toBe(
    '5 were deleted (1, 2, 3, 4, 5), 6 were visited (11, 12, 13, 14, 15 …)',
  );
});

test.each([
  ['too_late', 'the time to undo was over for 1 (7)', 'the time to undo was over for 2 (7, 8)'],
  ['visited', '1 was visited (7)', '2 were visited (7, 8)'],
  ['changed', '1 was changed in the meantime (7)', '2 were changed in the meantime (7, 8)'],
  [
    'agent_inactive',
    'the earlier agent of 1 is no longer active (7)',
    'the earlier agent of 2 is no longer active (7, 8)',
  ],
] as const)('says why applicants stay assigned after an undo: %s', (because, one, two) => {
  expect(stillAssignedInWords(of(because, [7]))).toBe(one);
  expect(stillAssignedInWords(of(because, [7, 8]))).toBe(two);
});

test('leaves unassigned applicants and agents without applicants out of the shares', () => {
  const share = (agent_id: number | null, agent_name: string, ids: number[]) => ({
    ...{ agent_id, agent_name, ids, open: 0 },
  });
  const shares = [share(7, 'Ravi', [1, 2]), share(8, 'Sunita', []), share(null, '', [3])];
  expect(sharesInWords([...shares, share(9, 'Asha', [4])])).toBe('Ravi 2, Asha 1');
});
