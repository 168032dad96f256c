import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '../../problems.ts';
import { paged } from './paging.ts';

const url = '/api/v1/applicants/?search=a%26b&page=1';
const some = fc.record({
  count: fc.nat(5_000),
  page: fc.integer({ min: 1, max: 600 }),
  page_size: fc.integer({ min: 1, max: 100 }),
});

test('following next from the first page visits each record once, and following previous visits the same pages', () => {
  fc.assert(
    fc.property(some, ({ count, page_size }) => {
      const records = Array.from({ length: count }, (_, index) => index);
      const seen: number[] = [];
      const pages: number[] = [];
      for (let page = 1; ; page += 1) {
        const slice = records.slice((page - 1) * page_size, page * page_size);
        const { results, next, previous } = paged(slice, count, { page, page_size }, url);
        seen.push(...results);
        pages.push(page);
        expect(previous === null).toBe(page === 1);
        if (previous !== null) expect(pageOf(previous)).toBe(page - 1);
        if (next === null) break;
        expect(pageOf(next)).toBe(page + 1);
      }
      expect(seen).toEqual(records);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(count / page_size)));
    }),
  );
});

test('a page past the end is a 404 that names the last; links preserve the other parameters', () => {
  fc.assert(
    fc.property(some, ({ count, page, page_size }) => {
      const last = Math.max(1, Math.ceil(count / page_size));
      const ask = () => paged([], count, { page, page_size }, url);
      if (page > last) {
        expect(ask).toThrow(Problem);
        expect(ask).toThrow(`the last page is ${last}.`);
      } else {
        for (const link of [ask().next, ask().previous]) {
          if (link !== null) expect(parametersOf(link).get('search')).toBe('a&b');
        }
      }
    }),
  );
});

const parametersOf = (link: string) => new URL(link, 'http://localhost').searchParams;
const pageOf = (link: string) => Number(parametersOf(link).get('page'));
