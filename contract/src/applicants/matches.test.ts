import { expect, test } from 'vitest';
import { describeDedupe, type Match } from './matches.ts';

const own = (application_id: string): Match => ({
  because: ['name'],
  applicant: { id: 1, application_id, applicant_name: 'A', created_at: '' },
});
const other: Match = { because: ['name'] };

// Covers: matches-5
test.each([
  [[], 'N'],
  [[own('5521'), own('6032')], 'Y: 2 (5521, 6032)'],
  [[own('5521'), other], 'Y: 2 (5521, another lender)'],
  [[other, other], 'Y: 2 (another lender: 2)'],
  [
    [own('1'.repeat(100)), own('2'.repeat(100)), other],
    `Y: 3 (${'1'.repeat(100)}, 1 more, another lender)`,
  ],
  [[own('1'.repeat(200)), own('2'), other], 'Y: 3'],
])('describes matches in at most 200 characters', (matches, text) => {
  expect(describeDedupe(matches)).toBe(text);
  expect(text.length).toBeLessThanOrEqual(200);
});
