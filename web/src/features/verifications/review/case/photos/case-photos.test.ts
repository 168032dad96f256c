import { expect, test } from 'vitest';
import { shortMoment } from './case-photos.ts';

test.each([
  ['2024-03-05T05:00:00.000Z', 'Mar 5, 2024'],
  ['', 'N/A'],
  ['yesterday', 'Invalid Date'],
])('%s in short is %s', (moment, words) => {
  expect(shortMoment(moment)).toBe(words);
});
