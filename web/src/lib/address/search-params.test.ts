import { expect, test } from 'vitest';
import { param, parseSearch, searchOf, stringifySearch } from './search-params.ts';

const read = searchOf({
  page: param.number,
  search: param.search,
  upload: param.flag,
  view: param.id,
});

test('reads the same values from the app and from the address', () => {
  const set = read({ page: 2, search: 'sharma', upload: true, view: '17' });
  expect(set).toEqual({ page: 2, search: 'sharma', upload: true, view: '17' });
  expect(read(parseSearch(stringifySearch(set)))).toEqual(set);
});

test.each([
  ['?page=0'],
  ['?page=two'],
  ['?upload=false'],
  ['?view=<script>'],
  [`?search=${'x'.repeat(201)}`],
])('%s is dropped', (query) => {
  const values = Object.values(read(parseSearch(query)));
  expect(values.filter((value) => value !== undefined)).toEqual([]);
});
