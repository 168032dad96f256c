import type { PortfolioRow } from '@doorstep/contract/portfolio';
import { formatNumber } from '../../lib/format.ts';
import { type Part, partsOf } from './read-summary.ts';

const parts: { part: Part; label: string; fill: string; pattern?: string; text: string }[] = [
  {
    part: 'allocation_pending',
    label: 'Allocation Pending',
    fill: 'fill-warning-soft',
    pattern: 'url(#chart-dots)',
    text: 'fill-warning',
  },
  {
    part: 'visit_pending',
    label: 'Visit Pending',
    fill: 'fill-info-soft',
    pattern: 'url(#chart-stripes)',
    text: 'fill-info',
  },
  { part: 'visited', label: 'Visit Done', fill: 'fill-info', text: 'fill-panel' },
  { part: 'submitted', label: 'Submitted', fill: 'fill-accent', text: 'fill-on-accent' },
];

const HEIGHT = 22;

export function SummaryChart({ rows }: { rows: readonly PortfolioRow[] }) {
  const longest = Math.max(1, ...rows.map((row) => row.total));
  return (
    <figure
      aria-label="The progress of each portfolio’s work. The table has the same numbers."
      className="overflow-hidden rounded-lg border border-rule bg-panel"
    >
      <Patterns />
      <figcaption className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule bg-sunken px-4 py-1 text-sm text-muted">
        {parts.map(({ part, label, fill, pattern }) => (
          <span key={part} className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <svg aria-hidden width="18" height="12">
              <rect width="18" height="12" className={fill} />
              {pattern && <rect width="18" height="12" fill={pattern} />}
            </svg>
            {label}
          </span>
        ))}
      </figcaption>
      <ul aria-hidden className="px-4">
        {rows.map((row) => (
          <li
            key={row.portfolio_name}
            className="grid h-row grid-cols-[minmax(6rem,2fr)_3fr_2rem] items-center gap-3 border-b border-rule last:border-b-0"
          >
            <bdi className="truncate text-sm">{row.portfolio_name}</bdi>
            <Bar row={row} longest={longest} />
            <span className="text-end font-semibold">{formatNumber(row.total)}</span>
          </li>
        ))}
      </ul>
      <p className="flex min-h-row items-center border-t border-rule px-4 py-1 text-sm text-muted">
        The length of a bar shows the total. In the chart, Visit Done excludes submitted applicants.
      </p>
    </figure>
  );
}

function Bar({ row, longest }: { row: PortfolioRow; longest: number }) {
  return (
    <svg width="100%" height={HEIGHT} className="min-w-0">
      {segmentsOf(row, longest).map(({ part, label, fill, pattern, text, value, start, share }) => {
        const place = { x: `${start}%`, width: `${share}%`, height: HEIGHT };
        const number = formatNumber(value);
        return (
          <g key={part} data-tip={`${label}: ${number}`}>
            <rect {...place} className={fill} />
            {pattern && <rect {...place} fill={pattern} />}
            {/* A thin line between two parts, because some fills are similar. */}
            {start > 0 && <rect x={`${start}%`} width="2" height={HEIGHT} className="fill-panel" />}
            {share > 4 + 4 * number.length && (
              <svg x={`${start + share / 2}%`} className="overflow-visible">
                {/* A plain background, because a number on a pattern is hard to read. */}
                {pattern && (
                  <rect
                    x={-2 - 4 * number.length}
                    y="3"
                    width={4 + 8 * number.length}
                    height={HEIGHT - 6}
                    rx="3"
                    className={fill}
                  />
                )}
                <text
                  y={HEIGHT / 2}
                  textAnchor="middle"
                  dominantBaseline="central"
                  className={`text-xs font-semibold ${text}`}
                >
                  {number}
                </text>
              </svg>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Returns the non-empty parts of a bar. `start` and `share` are in per cent of the longest bar. */
function segmentsOf(row: PortfolioRow, longest: number) {
  const values = partsOf(row);
  let end = 0;
  return parts
    .map(({ part, ...look }) => {
      const share = (values[part] / longest) * 100;
      end += share;
      return { part, ...look, value: values[part], start: end - share, share };
    })
    .filter(({ value }) => value > 0);
}

/** The patterns of the two pending states, for users who can't tell the colours apart. */
function Patterns() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        <pattern id="chart-dots" width="6" height="6" patternUnits="userSpaceOnUse">
          <circle cx="1.5" cy="1.5" r="1.1" className="fill-warning" />
          <circle cx="4.5" cy="4.5" r="1.1" className="fill-warning" />
        </pattern>
        <pattern
          id="chart-stripes"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="1.5" height="5" className="fill-info" />
        </pattern>
      </defs>
    </svg>
  );
}
