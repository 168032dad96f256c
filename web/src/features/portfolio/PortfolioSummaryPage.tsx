import type { PortfolioRow } from '@doorstep/contract/portfolio';
import { texts } from '@doorstep/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { messageOf, requestIdOf } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/download.ts';
import { formatNumber, today } from '../../lib/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { RefetchFailed } from '../../ui/feedback/RefetchFailed.tsx';
import { Page } from '../../ui/page/Page.tsx';
import type { Column } from '../../ui/table/column.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import {
  type DateRange,
  formatRange,
  quickRanges,
  type WholeRange,
  wholeRange,
} from './date-range.ts';
import { portfolioQuery } from './portfolio-queries.ts';
import { RangeForm } from './RangeForm.tsx';
import { counts, sumOf } from './read-summary.ts';
import { SummaryChart } from './SummaryChart.tsx';
import { summaryCsv } from './summary-csv.ts';

const route = getRouteApi('/signed-in/portfolio-summary');

const headers: Record<(typeof counts)[number], string> = {
  allocated: 'Allocated',
  visit_pending: 'Visit Pending',
  visit_done: 'Visit Done',
  allocation_pending: 'Allocation Pending',
  submitted: 'Submitted',
  total: 'Total',
};

const widths: Record<(typeof counts)[number], number> = {
  allocated: 5.5,
  visit_pending: 7,
  visit_done: 6,
  allocation_pending: 9,
  submitted: 6,
  total: 5.25,
};

const columns: Column<PortfolioRow>[] = [
  {
    id: 'portfolio_name',
    header: 'Portfolio Name',
    className: 'font-semibold',
    card: 'title',
    // The name wraps, because a truncated name could be mistaken for another portfolio.
    cell: (row) => <bdi className="whitespace-normal wrap-anywhere">{row.portfolio_name}</bdi>,
  },
  ...counts.map(
    (name): Column<PortfolioRow> => ({
      id: name,
      header: headers[name],
      align: 'end',
      width: widths[name],
      className: name === 'total' ? 'font-semibold' : '',
      cell: (row) => formatNumber(row[name]),
    }),
  ),
];

export function PortfolioSummaryPage() {
  const { start, end } = route.useSearch();
  const navigate = route.useNavigate();
  const isDefault = start === undefined && end === undefined;
  const asked: DateRange = isDefault ? quickRanges(today()).week : { start, end };
  const range = wholeRange(asked);
  const summary = useQuery(portfolioQuery(range));
  const rows = range && summary.data;

  const apply = (next: WholeRange) => {
    if (next.start === range?.start && next.end === range.end) void summary.refetch();
    else void navigate({ search: next });
  };

  return (
    <Page
      title="Portfolio Summary"
      meta={range && formatRange(range)}
      actions={
        <>
          <Link to="/board" className={buttonClass({})}>
            Board
          </Link>
          {range && rows && rows.length > 0 && !summary.isPlaceholderData && (
            <Button onClick={() => download(rows, range)}>
              <Download aria-hidden /> Download CSV
            </Button>
          )}
        </>
      }
      banner={<RangeForm applied={asked} onApply={apply} />}
    >
      {!range ? (
        <EmptyState
          title="Choose a Start Date and an End Date"
          hint="The summary needs both dates. The start date cannot be after the end date."
        />
      ) : summary.isError && !rows ? (
        <ErrorState
          title={messageOf(summary.error, texts.portfolio)}
          requestId={requestIdOf(summary.error)}
          onRetry={() => summary.refetch()}
          isRetrying={summary.isFetching}
        />
      ) : (
        <>
          {summary.isError && (
            <div className="mb-3">
              <RefetchFailed
                noun="summary"
                message={messageOf(summary.error, texts.portfolio)}
                isRetrying={summary.isFetching}
                onRetry={() => void summary.refetch()}
              />
            </div>
          )}
          <Summary rows={rows} isRefetching={summary.isPlaceholderData} />
        </>
      )}
    </Page>
  );
}

function Summary({
  rows,
  isRefetching,
}: {
  rows: readonly PortfolioRow[] | undefined;
  isRefetching: boolean;
}) {
  const hasRows = rows !== undefined && rows.length > 0;
  const sums = hasRows ? sumOf(rows) : undefined;
  return (
    <div
      className={`grid items-start gap-4 ${rows?.length !== 0 ? 'xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]' : ''}`}
    >
      <DataTable
        label="Portfolio Summary"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.portfolio_name}
        loadingText="Loading portfolio summary data..."
        isRefetching={isRefetching}
        pageSize={8}
        totals={sums && ['All portfolios', ...counts.map((name) => formatNumber(sums[name]))]}
        empty={
          <EmptyState
            kind="no-match"
            title="No portfolio summary data available for the selected date range."
            hint="The summary counts applicants by the day they were added. Try a longer range."
          />
        }
      />
      {hasRows && (
        <div className={`max-md:order-first ${isRefetching ? 'opacity-55' : ''}`}>
          <SummaryChart rows={rows} />
        </div>
      )}
    </div>
  );
}

function download(rows: readonly PortfolioRow[], { start, end }: WholeRange): void {
  const csv = summaryCsv(rows, ['Portfolio Name', ...counts.map((name) => headers[name])]);
  const blob = new Blob([csv], { type: 'text/csv;charset=utf-8' });
  saveFile(blob, `portfolio-summary_${start}_${end}.csv`);
}
