import type { ReactNode } from 'react';

/** A column of a {@link DataTable}. Widths are in rem and include the cell's padding. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Replaces the header's text on screen. Screen readers and cards still use `header`. */
  head?: ReactNode;
  /** Renders the cell. `index` is the position of the row on this page, from 0. */
  cell: (row: Row, index: number) => ReactNode;
  /** The alignment: `end` for numbers and actions. */
  align?: 'end';
  /**
   * The width in rem. Columns without a width share the rest. In a wide table, text that does not fit is
   * cut, and shown on hover.
   */
  width?: number;
  /** The minimum width in rem of a column without a `width`. The default is 7. */
  minWidth?: number;
  /** The way in which the column folds if the table is too narrow. A column without `fold` always stays. */
  fold?: Fold<Row>;
  /** Tailwind classes for the cells: `font-mono`, `font-semibold`. */
  className?: string;
  /** The place of the cell in a card. By default, the cell is a line with label and value. */
  card?: 'check' | 'title' | 'badge' | 'actions' | 'hidden';
}

interface Fold<Row> {
  /** Columns with a lower turn fold first. */
  turn: number;
  /** The id of the column that shows the value on a second line. Without `under`, the value is hidden. */
  under?: string;
  /** Renders the value without its header. The default is `cell`. */
  cell?: (row: Row) => ReactNode;
}

/** Returns the 'Actions' column. `width` is in rem and must fit the buttons. */
export function actionsColumn<Row>(width: number, cell: (row: Row) => ReactNode): Column<Row> {
  return { id: 'actions', header: 'Actions', width, align: 'end', card: 'actions', cell };
}

/** Returns the 'Sr. No.' column, whose numbers continue over the pages. */
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
