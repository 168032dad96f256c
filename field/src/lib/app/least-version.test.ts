import { expect, test } from 'vitest';
import { emptyPhone } from '../../testing/phone.ts';
import { readMeta } from '../db/database.ts';
import { isOlder, saveLeastVersion } from './least-version.ts';

test.each([
  ['0.2.0', '0.2.0', false],
  ['0.2.0', '', false],
  ['0.2.0', '0.1.9', false],
  ['0.9.0', '0.10.0', true],
  ['0.2.0', '0.2.1', true],
  ['1.0.0', '0.9.9', false],
  ['0.2.0', '1.0', true],
  ['0.2', '0.2.1', true],
])('%s is older than %s: %s', (version, least, expected) => {
  expect(isOlder(version, least)).toBe(expected);
});

test('stores the lowest version that the office names, until the office names none', async () => {
  await emptyPhone();
  for (const [named, stored] of [
    ['0.3.0', '0.3.0'],
    [undefined, ''],
  ] as const) {
    await saveLeastVersion(named);
    expect(await readMeta('leastVersion')).toBe(stored);
  }
});
