import { type ReactNode, useRef } from 'react';
import type { Column } from './column.tsx';
import { fitColumns } from './fit-columns.ts';
import { edgesOf, SkeletonRows, TableRows } from './TableRows.tsx';
import { useRowFocus } from './use-row-focus.ts';
import { useWidth } from './use-width.ts';

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
  /** What happened to the rows. It stands above the footer, where it moves none of them. */
  notice?: ReactNode;
  /** The row that a dialog is open for, `true` for a dialog of none: when it closes, the focus comes back to the table. */
  dialogOf?: string | true;
  /** How many rows come before these, on other pages. */
  offset?: number;
  /** Skeleton rows, and the height the frame keeps. */
  pageSize?: number;
}

/** A real table that keeps its height, folds columns where it is narrow, and at last turns its rows into cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, id, columns, rows, isRefetching = false, footer, notice, totals } = props;
  const isLoading = rows === undefined;
  const frame = useRef<HTMLDivElement>(null);
  const fitted = fitColumns(columns, useWidth(frame));
  const { shown, layout } = fitted;
  const { ref, ...focus } = useRowFocus(
    rows?.map(props.rowKey) ?? [],
    props.dialogOf,
    props.offset ?? 0,
  );
  return (
    <div
      ref={frame}
      className="table-frame flex grow flex-col overflow-clip rounded-lg border border-rule bg-panel"
    >
      <div className="relative grow">
        {/* The roles are spelled out because cards change the display of every element of the table. */}
        <table
          id={id}
          role="table"
          aria-label={label}
          aria-busy={isLoading || isRefetching}
          data-layout={layout}
          className="data-table w-full table-fixed border-separate border-spacing-0 text-base"
        >
          <colgroup>
            {shown.map(({ id: column, width }) => (
              <col key={column} style={{ width: width && `${width}rem` }} />
            ))}
          </colgroup>
          <thead role="rowgroup">
            <tr role="row">
              {shown.map((column) => (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  className={`sticky top-(--above,0px) z-10 h-row border-b border-rule bg-sunken text-sm font-semibold whitespace-nowrap text-muted ${edgesOf(column)}`}
                >
                  {column.head ?? column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={ref} {...focus} role="rowgroup" className={isRefetching ? 'dimmed' : ''}>
            {isLoading ? (
              <SkeletonRows columns={shown} count={props.pageSize} />
            ) : (
              <TableRows {...props} rows={rows} fitted={fitted} />
            )}
          </tbody>
          {totals && !isLoading && rows.length > 0 && (
            <tfoot role="rowgroup">
              <tr role="row">
                {shown.map((column) => (
                  <td
                    key={column.id}
                    role="cell"
                    data-label={column.header}
                    data-card={column.card}
                    className={`h-row border-t border-edge bg-panel font-bold ${edgesOf(column)}`}
                  >
                    {totals[columns.indexOf(column)]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {(isLoading || notice || (footer && rows.length > 0)) && (
        <div className="table-footer sticky bottom-0 z-10 flex min-h-11 flex-col justify-center gap-2 border-t border-rule bg-panel px-4 py-2">
          {notice}
          {isLoading ? (
            <p role="status" className="appear-late text-sm text-muted">
              {props.loadingText}
            </p>
          ) : (
            rows.length > 0 && footer
          )}
        </div>
      )}
    </div>
  );
}
