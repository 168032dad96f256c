import { casesInWords, type Figure, formatMonth, type Shown } from './figures.ts';

interface MonthChartProps {
  figure: Figure;
  total: Shown;
  months: readonly (Shown & { month: string })[];
}

const height = 64;

/**
 * Draws a bar for each month, or a dot with whiskers if the figure has a confidence interval. Screen readers
 * skip the chart, because the table has the same numbers.
 */
export function MonthChart({ figure: { title, hint }, total, months }: MonthChartProps) {
  const hasInterval = total.low !== undefined;
  const highest = hasInterval ? 1 : Math.max(...months.map(({ value }) => value ?? 0)) || 1;
  const lowest = hasInterval ? Math.min(0, ...months.map(({ low }) => low ?? 0)) : 0;
  const y = (value: number) =>
    2 + (height - 4) * (1 - (value - lowest) / Math.max(1e-9, highest - lowest));
  const step = 100 / Math.max(1, months.length);
  const [first, last] = [months[0], months.at(-1)];
  return (
    <figure className="rounded-lg border border-rule bg-panel px-3 py-2">
      <figcaption className="text-sm text-muted">
        {title} <strong className="block text-lg text-ink tabular-nums">{total.words}</strong>
        <span>
          {hint}, {casesInWords(total.cases)}
        </span>
      </figcaption>
      <svg aria-hidden width="100%" height={height} className="mt-2 block">
        <line x1="0" x2="100%" y1={y(0)} y2={y(0)} className="stroke-rule" />
        {months.map(({ month, value, low, high }, index) => {
          if (value === null) return null;
          const [x, middle] = [`${index * step}%`, `${(index + 0.35) * step}%`];
          if (!hasInterval) {
            return (
              <rect
                key={month}
                x={x}
                y={Math.min(y(value), y(0) - 2)}
                width={`${step * 0.7}%`}
                height={Math.max(2, y(0) - y(value))}
                className="fill-accent"
              />
            );
          }
          return (
            <g key={month}>
              <line
                x1={middle}
                x2={middle}
                y1={y(low ?? value)}
                y2={y(high ?? value)}
                className="stroke-accent"
                strokeWidth="2"
              />
              <circle cx={middle} cy={y(value)} r="4" className="fill-accent" />
            </g>
          );
        })}
      </svg>
      <p aria-hidden className="flex justify-between text-sm text-muted">
        <span>{first && formatMonth(first.month)}</span>
        <span>{last && formatMonth(last.month)}</span>
      </p>
    </figure>
  );
}
