import { expect, test } from 'vitest';
import { createIntention } from './intention.ts';

test('keeps the key for a repeated request until its answer is known', () => {
  const { keyFor, settle } = createIntention();
  const key = keyFor({ name: 'Asha' });
  expect(key).toMatch(/^[!-~]{8,100}$/);
  expect(keyFor({ name: 'Asha' })).toBe(key);
  settle();
  expect(keyFor({ name: 'Asha' })).not.toBe(key);
});

test('uses another key for another request', () => {
  const { keyFor } = createIntention();
  expect(keyFor({ name: 'Ravi' })).not.toBe(keyFor({ name: 'Asha' }));
});

test('compares files by identity, not by content', () => {
  const { keyFor } = createIntention();
  const file = new File(['rows'], 'rows.xlsx');
  const key = keyFor(file);
  expect(keyFor(file)).toBe(key);
  expect(keyFor(new File(['rows'], 'rows.xlsx'))).not.toBe(key);
});
