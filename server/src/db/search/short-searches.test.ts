import { expect, test } from 'vitest';
import { inTurnIfShort } from './short-searches.ts';

test('of searches for less than three characters one runs at a time, whatever they look through', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const search = (term: string) =>
    inTurnIfShort(term, () => {
      begun.push(term);
      return new Promise<string>((resolve) => ends.set(term, () => resolve(term)));
    })();
  const found = Promise.all(['ab', 'श', 'abc'].map(search));
  await expect.poll(() => begun).toEqual(['ab', 'abc']);
  ends.get('ab')?.();
  await expect.poll(() => begun).toEqual(['ab', 'abc', 'श']);
  ends.get('श')?.();
  ends.get('abc')?.();
  expect(await found).toEqual(['ab', 'श', 'abc']);
});
