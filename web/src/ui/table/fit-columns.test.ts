import { expect, test } from 'vitest';
import type { Column } from './column.tsx';
import { fitColumns } from './fit-columns.ts';

const column = (id: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  header: id,
  cell: () => id,
  ...more,
});

const columns = [
  column('serial', { width: 4, fold: { turn: 3 } }),
  column('name'),
  column('email', { minWidth: 10, fold: { turn: 2, under: 'name' } }),
  column('phone', { width: 8, fold: { turn: 1, under: 'email' } }),
  column('actions', { width: 6, card: 'actions' }),
];

test.each([
  [undefined, 'wide', 'serial name email phone actions', {}],
  // The name and the email share the remaining 20 rem. Each needs 10 rem, because the email needs 10.
  [38, 'wide', 'serial name email phone actions', {}],
  [37.9, 'folded', 'serial name email actions', { email: 'phone' }],
  // After folding, each column without a width gets 3.5 rem more than its minimum, as long as another column
  // can be folded.
  [37, 'folded', 'serial name email actions', { email: 'phone' }],
  [36.9, 'folded', 'serial name actions', { name: 'email phone' }],
  [20.5, 'folded', 'serial name actions', { name: 'email phone' }],
  [20.4, 'folded', 'name actions', { name: 'email phone' }],
  [13, 'folded', 'name actions', { name: 'email phone' }],
  [12.9, 'cards', 'serial name email phone actions', {}],
])('%s rem: %s', (width, layout, shown, folded) => {
  const fitted = fitColumns(columns, width);
  const namesOf = (those: readonly Column<unknown>[]) => those.map(({ id }) => id).join(' ');
  expect(fitted.layout).toBe(layout);
  expect(namesOf(fitted.shown)).toBe(shown);
  const under = columns.map(({ id }) => [id, namesOf(fitted.foldedUnder(id))]);
  expect(Object.fromEntries(under.filter(([, ids]) => ids !== ''))).toEqual(folded);
});
