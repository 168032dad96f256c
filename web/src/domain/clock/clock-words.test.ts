import { expect, test } from 'vitest';
import { dueInWords } from './clock-words.ts';

test.each([
  ['running', 59, 'Due in 59 min'],
  ['running', 150, 'Due in 2 h'],
  ['running', -1, 'Late by 1 min'],
  ['running', -200, 'Late by 3 h'],
  ['paused', 30, 'Paused'],
  ['paused', -30, 'Paused, 30 min late'],
  ['stopped', 30, 'In time'],
  ['stopped', -120, '2 h late'],
  ['withdrawn', 30, 'Withdrawn'],
] as const)('%s with %i minutes left: %s', (state, minutes_left, words) => {
  expect(dueInWords({ state, minutes_left })).toBe(words);
});
