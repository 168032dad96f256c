import { expect, test } from 'vitest';
import { reasonInWords } from './proposal-words.ts';

const share = { agent_id: 7, agent_name: 'Ravi', ids: [], open: 1 };

test.each([
  [{ covers: ['411', '412'], capacity: 12 }, 'covers 411, 412, 1 open task, 12 tasks a day'],
  [{ covers: ['411'], capacity: 2 }, 'covers 411, 1 open task, 2 tasks a day'],
  [{ covers: [], capacity: 1 }, 'covers any area, 1 open task, 1 task a day'],
  [{ covers: ['411'] }, undefined],
  [{ capacity: 12 }, undefined],
])('says why an agent gets applicants: %o', (fields, words) => {
  expect(reasonInWords({ ...share, ...fields })).toBe(words);
});
