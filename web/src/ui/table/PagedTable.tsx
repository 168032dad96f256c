import type { ReactNode } from 'react';
import { RefetchFailed } from '../feedback/RefetchFailed.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { Pagination } from './Pagination.tsx';

interface PageOfRows<Row> {
  page: number;
  /** Undefined until rows have been fetched. */
  rows: readonly Row[] | undefined;
  count: number;
  /** Whether `rows` are the requested rows. Until these arrive, `rows` are those shown before. */
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
  renderFailure: (error: Error) => ReactNode;
  selection?: ReactNode;
  messageOf: (error: Error) => string;
}

/** If a later fetch fails, the old rows stay, with a message below. */
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
