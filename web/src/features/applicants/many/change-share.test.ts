import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { expect, test } from 'vitest';
import { changeShare, mostOf } from './change-share.ts';

const preview: ManyAssigned = {
  shares: [
    { agent_id: 1, agent_name: 'A', open: 0, ids: [11, 12, 13] },
    { agent_id: 2, agent_name: 'B', open: 0, ids: [21] },
  ],
  skipped: [
    { id: 31, because: 'outside_areas' },
    { id: 32, because: 'visited' },
  ],
};
const idsOf = ({ shares }: ManyAssigned) => shares.map(({ ids }) => ids);

// Covers: share-out-3
test('gives another agent what is taken from one, each applicant once', () => {
  const less = changeShare(preview, 0, 1);
  expect(idsOf(less)).toEqual([[11], [21]]);
  expect(less.spare?.map(({ id }) => id)).toEqual([12, 13]);
  expect(mostOf(less, 1)).toBe(4);
  const more = changeShare(less, 1, 3);
  expect(idsOf(more)).toEqual([[11], [21, 12, 13]]);
  expect(more.spare).toEqual([]);
  // Agent 2 can also get applicant 31, for whom no agent was proposed, but not 32, who was visited.
  const all = changeShare(more, 1, 99);
  expect(idsOf(all)).toEqual([[11], [21, 12, 13, 31]]);
  expect(all.skipped).toEqual([{ id: 32, because: 'visited' }]);
});

test('keeps the revisions with their tasks in a move', () => {
  const [a, b] = preview.shares;
  const move: ManyAssigned = {
    shares: [
      { ...a, revisions: ['1.1', '1.2', '1.3'] },
      { ...b, revisions: ['2.1'] },
    ] as ManyAssigned['shares'],
    skipped: preview.skipped,
    from: [],
  };
  const changed = changeShare(changeShare(move, 0, 2), 1, 5);
  expect(changed.shares.map(({ ids, revisions }) => [ids, revisions])).toEqual([
    [
      [11, 12],
      ['1.1', '1.2'],
    ],
    [
      [21, 13],
      ['2.1', '1.3'],
    ],
  ]);
});
