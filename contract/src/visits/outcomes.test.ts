import { expect, test } from 'vitest';
import { outcomeInWords } from './outcomes.ts';

// Covers: facts-4
test.each([
  ['met', 1, 'Met'],
  [null, 1, 'Visited'],
  ['locked', 1, 'Door locked'],
  ['locked', 2, 'Door locked, 2nd attempt'],
  ['shifted', 3, 'Shifted, 3rd attempt'],
  ['met', 4, 'Met, 4th attempt'],
  ['locked', 11, 'Door locked, 11th attempt'],
  ['locked', 22, 'Door locked, 22nd attempt'],
] as const)('%s at attempt %d reads %s', (outcome, attempt, words) => {
  expect(outcomeInWords(outcome, attempt)).toBe(words);
});
