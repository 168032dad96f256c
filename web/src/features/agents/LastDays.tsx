import type { AgentWork } from '@doorstep/contract/agents';
import { formatCount, formatDay, formatNumber } from '../../lib/format.ts';
import { Section } from '../../ui/page/DescriptionList.tsx';

type Day = AgentWork['days'][number];

const sumOf = (days: readonly Day[], of: (day: Day) => number) =>
  days.reduce((sum, day) => sum + of(day), 0);

function durationOf(minutes: number | null): string {
  if (minutes === null) return '-';
  const whole = Math.round(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  return hours === 0 ? `${rest} min` : `${formatNumber(hours)} h ${rest} min`;
}

const shareOf = (part: number, whole: number) =>
  whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;

export function LastDays({ days }: { days: readonly Day[] }) {
  const visits = sumOf(days, (day) => day.visits);
  const minutes = sumOf(days, (day) => (day.minutes ?? 0) * day.visits);
  const sentBack = sumOf(days, (day) => day.sent_back);
  const findings = sumOf(days, (day) => day.findings);
  return (
    <Section title={`Last ${days.length} days`} level="h2">
      <div className="grid gap-4 sm:grid-cols-3">
        <Chart
          title="Visits"
          total={formatNumber(visits)}
          days={days}
          valueOf={(day) => day.visits}
        />
        <Chart
          title="Average time to visit"
          total={durationOf(visits === 0 ? null : minutes / visits)}
          days={days}
          valueOf={(day) => day.minutes ?? 0}
        />
        <Chart
          title="Sent back"
          total={shareOf(sentBack, visits)}
          days={days}
          valueOf={(day) => day.sent_back}
        />
      </div>
      <p className="mt-3">
        {findings === 0 ? 'No serious findings' : formatCount(findings, 'serious finding')} in these
        visits.
      </p>
      <details className="mt-2">
        <summary className="cursor-pointer text-accent">Show as a table</summary>
        <div className="mt-2">
          <table className="w-full text-sm">
            <thead className="text-muted">
              <tr className="*:py-1 *:text-end *:font-normal *:first:text-start">
                <th scope="col">Day</th>
                <th scope="col">Visits</th>
                <th scope="col">Time to visit</th>
                <th scope="col">Sent back</th>
                <th scope="col">Serious findings</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.day} className="*:border-t *:border-rule *:py-1 *:text-end">
                  <th scope="row" className="text-start! font-normal whitespace-nowrap">
                    {formatDay(day.day)}
                  </th>
                  <td>{formatNumber(day.visits)}</td>
                  <td>{durationOf(day.minutes)}</td>
                  <td>{formatNumber(day.sent_back)}</td>
                  <td>{formatNumber(day.findings)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Section>
  );
}

interface ChartProps {
  title: string;
  total: string;
  days: readonly Day[];
  valueOf: (day: Day) => number;
}

/** Screen readers skip the chart, because the table has the same numbers. */
function Chart({ title, total, days, valueOf }: ChartProps) {
  const highest = Math.max(1, ...days.map(valueOf));
  const step = 100 / Math.max(1, days.length);
  return (
    <figure className="rounded-lg border border-rule bg-panel px-3 py-2">
      <figcaption className="text-sm text-muted">
        {title} <strong className="block text-lg text-ink tabular-nums">{total}</strong>
      </figcaption>
      <svg aria-hidden width="100%" height="48" className="mt-1 block">
        <line x1="0" x2="100%" y1="47.5" y2="47.5" className="stroke-rule" />
        {days.map((day, index) => {
          const height = (44 * valueOf(day)) / highest;
          return (
            <rect
              key={day.day}
              x={`${index * step}%`}
              y={47 - height}
              width={`${step * 0.7}%`}
              height={height}
              className="fill-accent"
            />
          );
        })}
      </svg>
      <p aria-hidden className="flex justify-between text-sm text-muted">
        <span>{days[0] && formatDay(days[0].day).split(',')[0]}</span>
        <span>Today</span>
      </p>
    </figure>
  );
}
