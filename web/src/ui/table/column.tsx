import type { ReactNode } from 'react';

/** A column of a {@link DataTable}. Widths are in rem and include the cell's padding. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Replaces the header's text on screen. Screen readers and cards still use the text. */
  head?: ReactNode;
  /** `index` counts from 0 on this page. */
  cell: (row: Row, index: number) => ReactNode;
  /** `end` for numbers and actions. */
  align?: 'end';
  /** Columns without a width share the rest. In a wide table, text that does not fit is cut, and shown on hover. */
  width?: number;
  /** The minimum width of a column without a `width`; 7 by default. */
  minWidth?: number;
  /** Where the column goes if the table is too narrow. A column without it always stays. */
  fold?: Fold<Row>;
  /** Tailwind classes for the cells: `font-mono`, `font-semibold`. */
  className?: string;
  /** Where the cell goes in a card. By default, a line of label and value. */
  card?: 'check' | 'title' | 'badge' | 'actions' | 'hidden';
}

interface Fold<Row> {
  /** Columns with a lower turn fold first. */
  turn: number;
  /** The id of the column that shows the value on a second line. Without it the column is hidden. */
  under?: string;
  /** The value without its header; `cell` by default. */
  cell?: (row: Row) => ReactNode;
}

/** Returns the 'Actions' column. `width` is in rem and must fit its buttons. */
export function actionsColumn<Row>(width: number, cell: (row: Row) => ReactNode): Column<Row> {
  return { id: 'actions', header: 'Actions', width, align: 'end', card: 'actions', cell };
}

/** Returns the 'Sr. No.' column, which continues over the pages. */
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
