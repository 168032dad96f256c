import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { useRowFocus } from './use-row-focus.ts';
import { useRowKeys } from './use-row-keys.ts';

export interface Column<Row> {
  id: string;
  header: string;
  /** In place of the header's text, which a screen reader and a card still read. */
  head?: ReactNode;
  /** `index` counts from 0 on this page. */
  cell: (row: Row, index: number) => ReactNode;
  /** `end` for numbers and actions. */
  align?: 'end';
  /** A Tailwind width (`w-24`). Columns without one share what is left; what does not fit is cut, and shown on hover. */
  width?: string;
  /** Tailwind classes for the cells: `font-mono`, `font-semibold`. */
  className?: string;
  /** Where the cell goes on a narrow screen, where each row is a card. Without it: a line of label and value. */
  card?: 'check' | 'title' | 'badge' | 'actions' | 'hidden';
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  id?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Opens a row by a click anywhere on it; offer the same as a named action for the keyboard. */
  onOpen?: (row: Row) => void;
  /** Called when a row is about to be opened: the pointer rests on it, or the focus is in it. */
  onIntent?: (row: Row) => void;
  /** Said while there is nothing to show yet. */
  loadingText: string;
  /** Dims the rows that stand while newer ones are fetched. */
  isRefetching?: boolean;
  /** In place of rows when there are none. */
  empty?: ReactNode;
  /** A row of sums, one node per column. */
  totals?: readonly ReactNode[];
  /** Under the rows, at the foot of the frame: the pagination. An empty table has none. */
  footer?: ReactNode;
  /** A Tailwind class: narrower than this the table scrolls inside its frame. */
  minWidth?: string;
  /** The row that a dialog is open for, `true` for a dialog of none: when it closes, the focus comes back to the table. */
  dialogOf?: string | true;
  /** How many rows come before these, on other pages. */
  offset?: number;
  /** Skeleton rows, and the height the frame keeps. */
  pageSize?: number;
}

/** The 'Actions' column. `width` is a Tailwind width that holds its buttons. */
export function actionsColumn<Row>(width: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { id: 'actions', header: 'Actions', width, align: 'end', card: 'actions', cell };
}

/** The 'Sr. No.' column: counts on over the pages. */
export function serialColumn<Row>(page: number, pageSize: number): Column<Row> {
  return {
    id: 'serial',
    header: 'Sr. No.',
    align: 'end',
    width: 'w-18',
    className: 'text-muted',
    card: 'hidden',
    cell: (_, index) => (page - 1) * pageSize + index + 1,
  };
}

/** Milliseconds that a pointer on its way elsewhere does not stay on a row. */
const restBeforeIntent = 80;

const edges = 'px-3 first:ps-4 last:pe-4';

/** A real table that keeps its height, scrolls in its own frame, and turns into cards on a narrow screen. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, id, columns, rows, isRefetching = false, footer, totals } = props;
  const { minWidth = 'md:min-w-260' } = props;
  const isLoading = rows === undefined;
  const { ref, ...focus } = useRowFocus(
    rows?.map(props.rowKey) ?? [],
    props.dialogOf,
    props.offset ?? 0,
  );
  return (
    <div className="table-frame flex grow flex-col overflow-clip rounded-lg border border-rule bg-panel">
      <div className="relative grow overflow-x-auto">
        {/* The roles are spelled out because cards change the display of every element of the table. */}
        <table
          id={id}
          role="table"
          aria-label={label}
          aria-busy={isLoading || isRefetching}
          className={`data-table w-full table-fixed border-separate border-spacing-0 text-base ${minWidth}`}
        >
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} className={column.width} />
            ))}
          </colgroup>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  className={`sticky top-0 z-10 h-row border-b border-rule bg-sunken text-sm font-semibold whitespace-nowrap text-muted ${edges} ${alignment(column)}`}
                >
                  {column.head ?? column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={ref} {...focus} role="rowgroup" className={isRefetching ? 'dimmed' : ''}>
            {isLoading ? <SkeletonRows {...props} /> : <Rows {...props} rows={rows} />}
          </tbody>
          {totals && !isLoading && rows.length > 0 && (
            <tfoot role="rowgroup">
              <tr role="row">
                {columns.map((column, index) => (
                  <td
                    key={column.id}
                    role="cell"
                    data-label={column.header}
                    data-card={column.card}
                    className={`h-row border-t border-edge bg-panel font-bold ${edges} ${alignment(column)}`}
                  >
                    {totals[index]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {(isLoading || (footer && rows.length > 0)) && (
        <div className="table-footer sticky bottom-0 z-10 flex min-h-11 flex-col justify-center border-t border-rule bg-panel px-4 py-2">
          {isLoading ? (
            <p role="status" className="appear-late text-sm text-muted">
              {props.loadingText}
            </p>
          ) : (
            footer
          )}
        </div>
      )}
    </div>
  );
}

function alignment(column: { align?: 'end' }): string {
  return column.align === 'end' ? 'text-end' : 'text-start';
}

function Rows<Row>({
  columns,
  rows,
  rowKey,
  onOpen,
  onIntent,
  empty,
}: DataTableProps<Row> & { rows: readonly Row[] }) {
  const keys = useRowKeys(rows.map(rowKey));
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  if (rows.length === 0) {
    return (
      <tr role="row">
        <td role="cell" colSpan={columns.length} className="bg-panel text-center">
          <div role="status">{empty ?? <p className="py-10 text-muted">No data available</p>}</div>
        </td>
      </tr>
    );
  }
  return rows.map((row, index) => (
    <tr
      key={keys[index]}
      role="row"
      onClick={onOpen && ((event) => openByClick(event, () => onOpen(row)))}
      onPointerEnter={
        onIntent &&
        (() => {
          clearTimeout(resting.current);
          resting.current = setTimeout(() => onIntent(row), restBeforeIntent);
        })
      }
      onPointerLeave={onIntent && (() => clearTimeout(resting.current))}
      onFocus={onIntent && (() => onIntent(row))}
      className={onOpen ? 'cursor-pointer' : ''}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          role="cell"
          data-label={column.header}
          data-card={column.card}
          data-whole={column.card === 'actions' ? undefined : true}
          className={`h-row border-b border-rule py-0.5 ${column.card === 'actions' ? '' : 'md:truncate'} ${edges} ${alignment(column)} ${column.className ?? ''}`}
        >
          {column.cell(row, index)}
        </td>
      ))}
    </tr>
  ));
}

// A click on something that acts by itself, or one that ends a text selection, is not meant for the row.
function openByClick(event: MouseEvent<HTMLTableRowElement>, open: () => void): void {
  const target = event.target as Element;
  if (target.closest('a, button, input, label, select') || String(getSelection())) return;
  // Gives the dialog something to return the focus to.
  event.currentTarget.querySelector<HTMLElement>('[data-card="actions"] button')?.focus();
  open();
}

const widths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3'];

function SkeletonRows<Row>({ columns, pageSize = 10 }: DataTableProps<Row>) {
  return Array.from({ length: pageSize }, (_, row) => (
    <tr key={`skeleton-${row + 1}`} aria-hidden>
      {columns.map((column, index) => (
        <td
          key={column.id}
          data-card={column.card}
          className={`h-row border-b border-rule ${edges} ${column.className ?? ''}`}
        >
          <Skeleton
            className={`${widths[(row + index) % widths.length]} ${column.align === 'end' ? 'ms-auto' : ''}`}
          />
        </td>
      ))}
    </tr>
  ));
}
