import { expect, test } from 'vitest';
import { byPage } from './recorded-moments.ts';

test('a page ends where the monotonic clock restarts, even if not below its first moment', () => {
  const moments = [10, 20, 15, 15, 30, 5].map((mono, at) => ({ at, mono }));
  const pages = byPage(moments).map((page) => page.map(({ mono }) => mono));
  expect(pages).toEqual([[10, 20], [15, 15, 30], [5]]);
});
