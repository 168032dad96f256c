import { expect, test } from 'vitest';
import { queueIfShort } from './short-searches.ts';

test('searches that scan a whole table run one at a time, whatever the table', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const search = (term: string) =>
    queueIfShort(term, () => {
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

test('a search scans the whole table unless its term has three letters in a row, or the end or beginning of a word', async () => {
  const everything = ['ab', 'श', '...', '-- -', 'a-', '. .', 'éß', '______', '字.'];
  const indexed = ['abc', 'a b', 'ab-', '-a', 'x.y', 'शर्', '12-3', '(1)', '字字字'];
  const begun = new Set<string>();
  const gate = Promise.withResolvers<void>();
  const search = (term: string) =>
    queueIfShort(term, () => {
      begun.add(term);
      return gate.promise;
    })();
  const all = Promise.allSettled([...everything, ...indexed].map(search));
  await expect.poll(() => [...begun].toSorted()).toEqual(['ab', ...indexed].toSorted());
  gate.resolve();
  await all;
});
