import type { Column } from './column.tsx';

/** The default minimum width of a column, in rem: 112 px at the usual font size. */
const leastWidth = 7;

/**
 * Once a column is folded, each column without a fixed width needs this additional width, in rem. If the
 * table is too narrow for it, the next column is folded too. Folding more columns costs no height, because
 * rows already have two lines. When all foldable columns are folded, the additional width is not required.
 */
const comfort = 3.5;

export interface FittedColumns<Row> {
  layout: 'wide' | 'folded' | 'cards';
  shown: readonly Column<Row>[];
  foldedUnder: (id: string) => readonly Column<Row>[];
}

/**
 * Folds columns in turn until each remaining column has its width. If that is not enough, each row becomes
 * a card. `width` is the width of the table in rem, or undefined until measured.
 */
export function fitColumns<Row>(
  columns: readonly Column<Row>[],
  width: number | undefined,
): FittedColumns<Row> {
  const inTurns = columns
    .filter(({ fold }) => fold)
    .toSorted((a, b) => (a.fold?.turn ?? 0) - (b.fold?.turn ?? 0));
  for (let count = 0; count <= inTurns.length; count += 1) {
    const folded = inTurns.slice(0, count);
    const shown = columns.filter((column) => !folded.includes(column));
    const more = count === 0 || count === inTurns.length ? 0 : comfort;
    if (width !== undefined && neededWidth(shown, more) > width) continue;
    return {
      layout: count === 0 ? 'wide' : 'folded',
      shown,
      foldedUnder: (id) =>
        columns.filter((column) => folded.includes(column) && targetOf(column, folded) === id),
    };
  }
  return { layout: 'cards', shown: columns, foldedUnder: () => [] };
}

/**
 * Returns the width in rem that the columns need. Columns without a width get equal shares, so each share
 * must fit the widest of them.
 */
function neededWidth(columns: readonly Column<never>[], more: number): number {
  const sharing = columns.filter(({ width }) => width === undefined);
  const share = more + Math.max(0, ...sharing.map(({ minWidth = leastWidth }) => minWidth));
  return columns.reduce((sum, { width = share }) => sum + width, 0);
}

/**
 * Returns the id of the column that shows a folded column's value; undefined if the value is hidden. Follows
 * `under` from column to column, because the column in `under` may be folded too.
 */
function targetOf<Row>(column: Column<Row>, folded: readonly Column<Row>[]): string | undefined {
  const under = column.fold?.under;
  const next = folded.find(({ id }) => id === under);
  return next ? targetOf(next, folded) : under;
}
