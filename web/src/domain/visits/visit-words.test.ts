import { expect, test } from 'vitest';
import { visitOf } from '../../testing/visits.ts';
import { ifUsed, notTaken, placeInWords, whyHeld } from './visit-words.ts';

const noColleague = { colleague: null, colleague_since: null };

test.each([
  [
    {},
    'The task was given to Ravi Kumar on Mar 5, 2026, 9:00 AM, before this visit by Asha Verma arrived.',
  ],
  [noColleague, 'Asha Verma no longer had the task when this visit arrived.'],
  [
    { held_because: 'already_visited', colleague_since: null },
    'Ravi Kumar visited the applicant, before this visit by Asha Verma arrived.',
  ],
  [
    { held_because: 'already_visited', ...noColleague },
    'Asha Verma had already sent another visit before this visit arrived.',
  ],
  [
    { held_because: 'applicant_deleted' },
    'The applicant was deleted before Asha Verma’s visit arrived.',
  ],
  [
    { held_because: 'unknown_phone' },
    'This visit came in a file that no known phone of Asha Verma signed. Ask Asha Verma before you use the visit.',
  ],
  [{ held_because: null }, ''],
] as const)('says why a visit is held: %o', (fields, words) => {
  expect(whyHeld(visitOf(fields))).toBe(words);
});

test.each([
  [{}, 'it becomes the verification, and Ravi Kumar no longer has the task.'],
  [noColleague, 'it becomes the verification.'],
  [{ is_final: false }, 'it counts as an attempt.'],
  [{ held_because: 'already_visited', is_final: false }, 'it counts as an attempt.'],
  [
    { held_because: 'already_visited' },
    'it becomes a newer verification, which needs its own decision.',
  ],
  [
    { held_because: 'applicant_deleted' },
    'the applicant is restored, and the visit becomes the verification.',
  ],
  [{ held_because: 'applicant_deleted', is_final: false }, 'the applicant is restored.'],
] as const)('says what using a held visit does: %o', (fields, words) => {
  expect(ifUsed(visitOf(fields))).toBe(`If you use this visit, ${words}`);
});

test.each([
  [{}, ''],
  [{ latitude: 18.52, longitude: 73.85 }, '18.52, 73.85'],
  [{ latitude: 18.52, longitude: null, accuracy_m: 40 }, ''],
  [{ place_reason: 'In a lift', accuracy_m: null }, 'Not recorded. The agent: In a lift'],
  [
    { latitude: 18.52, longitude: 73.85, accuracy_m: 40, place_reason: 'In a lift' },
    '18.52, 73.85, within 40 m. The agent: In a lift',
  ],
])('says where a visit was: %o', (fields, words) => {
  expect(placeInWords(visitOf(fields))).toBe(words);
});

test('lists no skipped photos if all were taken', () => {
  expect([notTaken({}), notTaken({ photos_skipped: [] })]).toEqual(['', '']);
});
