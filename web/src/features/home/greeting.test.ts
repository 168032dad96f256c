import { expect, test } from 'vitest';
import { greetingAt } from './greeting.ts';

// Covers: home-1
test.each([
  [0, 0, 'Good morning'],
  [11, 59, 'Good morning'],
  [12, 0, 'Good afternoon'],
  [16, 59, 'Good afternoon'],
  [17, 0, 'Good evening'],
  [23, 59, 'Good evening'],
])('greets at %i:%i with %s', (hour, minute, greeting) => {
  expect(greetingAt(new Date(2026, 2, 5, hour, minute))).toBe(greeting);
});
