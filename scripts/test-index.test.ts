import { expect, test } from 'vitest';
import { findCoverings, findGaps, findStatements, readProject } from './test-index.ts';

const statements = findStatements(
  'docs/requirements.md',
  ['# What', '- `list-1` Rows have numbers.', '- not one', '- `list-2` Pages have ten.'].join('\n'),
);

test('every statement of the docs has a test', async () => {
  expect((await readProject()).gaps).toEqual([]);
});

test('statements are the list items that begin with an id', () => {
  expect(statements.map(({ id }) => id)).toEqual(['list-1', 'list-2']);
});

test('a comment above a test states what the test covers', () => {
  const source = [
    '// Covers: list-1, list-2',
    "test('counts rows', () => {});",
    "describe('pages', () => {",
    '  // Covers: list-2',
    "  test.each([['a'], ['b']])('has ten %s', () => {});",
    '});',
    '// Covers: list-1',
    'const stray = 1;',
  ].join('\n');
  expect(findCoverings('a.test.ts', source)).toEqual({
    coverings: [
      { id: 'list-1', path: 'a.test.ts', title: 'counts rows' },
      { id: 'list-2', path: 'a.test.ts', title: 'counts rows' },
      { id: 'list-2', path: 'a.test.ts', title: 'has ten %s' },
    ],
    stray: [7],
  });
});

test('a statement without a test, a repeated one, and a test of nothing are gaps', () => {
  const twice = [...statements, { id: 'list-1', document: 'docs/security.md' }];
  const coverings = [
    { id: 'list-1', path: 'a.test.ts', title: 'counts' },
    { id: 'list-9', path: 'a.test.ts', title: 'sorts' },
  ];
  expect(findGaps(twice, coverings)).toEqual([
    'docs/requirements.md: no test says that it covers `list-2`',
    'docs/security.md: `list-1` is stated twice',
    'a.test.ts: "sorts" covers `list-9`, which no document states',
  ]);
});
