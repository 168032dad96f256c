import type { ReactNode } from 'react';
import { RefetchFailed } from '../feedback/RefetchFailed.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Pagination } from './Pagination.tsx';

/** A page of rows. Undefined parts are still loading. */
interface PageOfRows<Row> {
  page: number;
  rows: readonly Row[] | undefined;
  /** The number of rows on all pages. */
  count: number;
  /** Whether these are the requested rows. If not, older rows are shown until the requested rows arrive. */
  isCurrent: boolean;
  error: Error | null;
  retry: () => void;
  isRetrying: boolean;
}

interface PagedTableProps<Row>
  extends Omit<DataTableProps<Row>, 'rows' | 'offset' | 'isRefetching' | 'footer' | 'totals'> {
  id: string;
  list: PageOfRows<Row>;
  pageSize: number;
  onPage: (page: number) => void;
  /** Renders the failure in place of the table. */
  renderFailure: (error: Error) => ReactNode;
  /** The description of the selected rows, shown above the pagination. */
  selection?: ReactNode;
  /** Returns the error of a failed refetch in words. */
  messageOf: (error: Error) => string;
}

/** A table with pages. If the rows can't be fetched again, the old rows stay, with a message below. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { list, onPage, renderFailure, messageOf, selection, notice, ...table } = props;
  const { page, rows, count, isCurrent, error, retry, isRetrying } = list;
  if (error && rows === undefined) {
    return (
      <div id={table.id}>
        {renderFailure(error)}
        {notice}
      </div>
    );
  }
  return (
    <DataTable
      {...table}
      rows={rows}
      offset={(page - 1) * table.pageSize}
      isRefetching={rows !== undefined && !isCurrent}
      notice={
        error ? (
          <>
            <RefetchFailed
              noun="list"
              message={messageOf(error)}
              isRetrying={isRetrying}
              onRetry={retry}
            />
            {notice}
          </>
        ) : (
          notice
        )
      }
      footer={
        <>
          {selection}
          <Pagination
            label={table.label}
            page={page}
            pageSize={table.pageSize}
            total={count}
            onPage={onPage}
          />
        </>
      }
    />
  );
}
