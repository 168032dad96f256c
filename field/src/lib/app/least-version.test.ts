import { expect, test } from 'vitest';
import { isOlder } from './least-version.ts';

test.each([
  ['0.2.0', '0.2.0', false],
  ['0.2.0', '', false],
  ['0.2.0', '0.1.9', false],
  ['0.9.0', '0.10.0', true],
  ['0.2.0', '0.2.1', true],
  ['1.0.0', '0.9.9', false],
  ['0.2.0', '1.0', true],
])('%s is older than %s: %s', (version, least, expected) => {
  expect(isOlder(version, least)).toBe(expected);
});
