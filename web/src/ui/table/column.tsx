import type { ReactNode } from 'react';

/** A column of a {@link DataTable}. Widths are in rem and contain the cell's padding. */
export interface Column<Row> {
  id: string;
  header: string;
  /** In place of the header's text, which a screen reader and a card still read. */
  head?: ReactNode;
  /** `index` counts from 0 on this page. */
  cell: (row: Row, index: number) => ReactNode;
  /** `end` for numbers and actions. */
  align?: 'end';
  /** Columns without one share the rest. What does not fit a wide table is cut, and shown on hover. */
  width?: number;
  /** The least width of a column without a `width`; 7 unless given. */
  minWidth?: number;
  /** Where the column goes when the table is too narrow for all. A column without it always stays. */
  fold?: Fold<Row>;
  /** Tailwind classes for the cells: `font-mono`, `font-semibold`. */
  className?: string;
  /** Where the cell goes when each row is a card. Without it: a line of label and value. */
  card?: 'check' | 'title' | 'badge' | 'actions' | 'hidden';
}

interface Fold<Row> {
  /** Columns with a lower turn fold first. */
  turn: number;
  /** The id of the column that shows the value on another line; without it the column is left out. */
  under?: string;
  /** The value without its header; `cell` unless given. */
  cell?: (row: Row) => ReactNode;
}

/** Returns the 'Actions' column. `width` is in rem and holds its buttons. */
export function actionsColumn<Row>(width: number, cell: (row: Row) => ReactNode): Column<Row> {
  return { id: 'actions', header: 'Actions', width, align: 'end', card: 'actions', cell };
}

/** Returns the 'Sr. No.' column, which counts on over the pages. */
export function serialColumn<Row>(page: number, pageSize: number): Column<Row> {
  return {
    id: 'serial',
    header: 'Sr. No.',
    align: 'end',
    width: 4.25,
    fold: { turn: 4 },
    className: 'text-muted',
    card: 'hidden',
    cell: (_, index) => (page - 1) * pageSize + index + 1,
  };
}
