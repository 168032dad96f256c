import { type Calibration, calibrationRules } from '@doorstep/contract/calibration';
import { useQuery } from '@tanstack/react-query';
import { failureOf, isNotOffered } from '../../lib/api/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { type Figure, figuresFor, formatMonth, type Shown } from './figures.ts';
import { MonthChart } from './MonthChart.tsx';
import { qualityQuery } from './quality-query.ts';

export function QualityFigures({ id }: { id?: string | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(qualityQuery(id));
  if (data) return <Figures calibration={data} />;
  if (!error) {
    return (
      <p role="status" className="appear-late text-muted">
        Loading the figures...
      </p>
    );
  }
  return isNotOffered(error) ? (
    <EmptyState title="No figures." hint="This server has no quality figures for this person." />
  ) : (
    <ErrorState
      {...failureOf(error, 'Couldn’t load the figures')}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Figures({ calibration }: { calibration: Calibration }) {
  const figures = figuresFor(calibration.user);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {figures.map((figure) => (
          <MonthChart
            key={figure.title}
            figure={figure}
            total={figure.of(calibration)}
            months={calibration.months.map((month) => ({
              month: month.month,
              ...figure.of(month),
            }))}
          />
        ))}
      </div>
      <p className="mt-3 max-w-160 text-muted">
        Agreement is 1 if the answers are always the same, and 0 if they agree no more than by
        chance. The range in brackets shows how exact the figure is (Cohen’s kappa, 95 % confidence
        interval). With fewer than {calibrationRules.leastCases} cases, a figure says “too few”.
      </p>
      <details className="mt-2">
        <summary className="cursor-pointer text-accent">Show as a table</summary>
        {/* Focusable, so that keyboard users can scroll the table. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="mt-2 overflow-x-auto" role="region" aria-label="Months" tabIndex={0}>
          <MonthTable figures={figures} calibration={calibration} />
        </div>
      </details>
    </>
  );
}

function MonthTable({ figures, calibration }: { figures: Figure[]; calibration: Calibration }) {
  return (
    <table className="w-full text-sm">
      <thead className="text-muted">
        <tr className="*:px-2 *:py-1 *:text-end *:font-normal *:first:text-start">
          <th scope="col">Month</th>
          {figures.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calibration.months.toReversed().map((month) => (
          <tr key={month.month} className="*:border-t *:border-rule *:px-2 *:py-1 *:text-end">
            <th scope="row" className="text-start! font-normal whitespace-nowrap">
              {formatMonth(month.month)}
            </th>
            {figures.map((figure) => (
              <td key={figure.title} className="whitespace-nowrap tabular-nums">
                <Cell shown={figure.of(month)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ shown: { words, cases } }: { shown: Shown }) {
  if (cases === 0) return <span className="text-muted">-</span>;
  return (
    <>
      {words} <span className="text-muted">of {formatNumber(cases)}</span>
    </>
  );
}
