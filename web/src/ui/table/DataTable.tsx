import { type ReactNode, useRef } from 'react';
import type { Column } from './column.tsx';
import { fitColumns } from './fit-columns.ts';
import { edgesOf, SkeletonRows, TableRows } from './TableRows.tsx';
import { useRowFocus } from './use-row-focus.ts';
import { useWidth } from './use-width.ts';

export interface DataTableProps<Row> {
  label: string;
  id?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Called on a click on a row. For the keyboard, each row also needs a button with the same effect. */
  onOpen?: (row: Row) => void;
  /** Called when the pointer rests on a row or the focus moves into it. */
  onIntent?: (row: Row) => void;
  /** The text that is announced while no rows can be shown yet. */
  loadingText: string;
  isRefetching?: boolean;
  empty?: ReactNode;
  totals?: readonly ReactNode[];
  footer?: ReactNode;
  /** A message about the rows, which is shown above the footer so that no row moves. */
  notice?: ReactNode;
  /**
   * The key of the row whose dialog is open, or `true` for a dialog without a row. When the dialog closes,
   * the focus returns to the table.
   */
  dialogOf?: string | true;
  /** The number of rows on earlier pages. */
  offset?: number;
  /** The number of skeleton rows that are shown while the rows load. */
  pageSize?: number;
}

/**
 * While the rows load, skeleton rows take the place of a full page of rows. On narrow screens, the table
 * folds columns and finally shows its rows as cards.
 */
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
        {/* The roles are explicit, because browsers drop them if CSS shows the table as cards. */}
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
