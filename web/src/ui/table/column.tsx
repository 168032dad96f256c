import type { ReactNode } from 'react';

/** Widths are in rem and include the cell's padding. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Replaces `header` in the head of the table. Cards and folded values still use `header`. */
  head?: ReactNode;
  /** `index` is the position of the row on this page, from 0. */
  cell: (row: Row, index: number) => ReactNode;
  align?: 'end';
  /**
   * Columns without a width share the remaining width. While no column is folded, text that does not fit is
   * cut, and shown on hover.
   */
  width?: number;
  /** The minimum width of a column without a `width`. The default is 7. */
  minWidth?: number;
  /** A column without `fold` is never folded. */
  fold?: Fold<Row>;
  className?: string;
  /** The place of the cell in a card. By default, the cell is a line with label and value. */
  card?: 'check' | 'title' | 'badge' | 'actions' | 'hidden';
}

interface Fold<Row> {
  /** In a narrow table, columns are folded one after another, the lowest `turn` first. */
  turn: number;
  /** The id of the column that shows the value on a second line. Without `under`, the value is hidden. */
  under?: string;
  cell?: (row: Row) => ReactNode;
}

/** `width` is in rem and must fit the buttons. */
export function actionsColumn<Row>(width: number, cell: (row: Row) => ReactNode): Column<Row> {
  return { id: 'actions', header: 'Actions', width, align: 'end', card: 'actions', cell };
}

/** Numbers the rows from 1 across all pages. */
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
