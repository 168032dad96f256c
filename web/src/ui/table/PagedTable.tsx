import type { ReactNode } from 'react';
import { RefetchFailed } from '../feedback/RefetchFailed.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Pagination } from './Pagination.tsx';

/** A page of rows, as far as it is here. */
interface PageOfRows<Row> {
  page: number;
  rows: readonly Row[] | undefined;
  /** Over all pages. */
  count: number;
  /** False while the rows are old ones that stand for those on their way. */
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
  /** In place of the table when there is nothing to show but a failure. */
  renderFailure: (error: Error) => ReactNode;
  /** Above the pages: what is selected. */
  selection?: ReactNode;
  /** What went wrong with fetching again, in words. */
  messageOf: (error: Error) => string;
}

/** A table page by page. Rows that could not be fetched again stay, and it says so under them. */
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
