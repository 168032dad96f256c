import type { AgentWork } from '@doorstep/contract/agents';
import { outcomeLabels } from '@doorstep/contract/visits/outcomes';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../../lib/format.ts';

type Visit = AgentWork['today'][number];

/** Returns the time of day in the provider's time zone, such as '10:30 AM'. */
const timeOf = (at: string) => formatDateTime(at).split(', ').at(-1) ?? '';

/** Returns the hours since midnight in the provider's time zone, such as 10.5 at 10:30 AM. */
function hourOf(at: string): number {
  const [, hour = '0', minute = '0', half] = /(\d+):(\d+) ([AP])M/.exec(timeOf(at)) ?? [];
  return (Number(hour) % 12) + (half === 'P' ? 12 : 0) + Number(minute) / 60;
}

export function TodayLine({ visits }: { visits: readonly Visit[] }) {
  if (visits.length === 0) {
    return <p className="border-y border-rule py-1.5 text-muted">No visits yet today.</p>;
  }
  const hours = visits.map(({ at }) => hourOf(at));
  const from = Math.min(8, Math.floor(Math.min(...hours)));
  const to = Math.max(20, Math.ceil(Math.max(...hours)));
  const placeOf = (hour: number) => `${2 + (96 * (hour - from)) / (to - from)}%`;
  const marks = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return (
    <div className="rounded-lg border border-rule bg-panel px-3 py-2">
      <svg aria-hidden width="100%" height="44" className="block">
        <line x1="2%" x2="98%" y1="16" y2="16" className="stroke-rule" strokeWidth="2" />
        {marks
          .filter((hour) => hour % 2 === 0)
          .map((hour) => (
            <text
              key={hour}
              x={placeOf(hour)}
              y="40"
              textAnchor="middle"
              className="fill-muted text-sm"
            >
              {hour}
            </text>
          ))}
        {visits.map(({ applicant_id, at, is_final }) => (
          <circle
            key={`${applicant_id} ${at}`}
            cx={placeOf(hourOf(at))}
            cy="16"
            r="6"
            className={is_final ? 'fill-accent' : 'fill-panel stroke-warning'}
            strokeWidth="2"
          />
        ))}
      </svg>
      <ol className="divide-y divide-rule border-t border-rule">
        {visits.map(({ applicant_id, applicant, outcome, is_final, at }) => (
          <li key={`${applicant_id} ${at}`} className="flex gap-3 py-1.5">
            <time dateTime={at} className="w-18 shrink-0 text-muted tabular-nums">
              {timeOf(at)}
            </time>
            <Link
              to="/applicants"
              search={{ view: String(applicant_id) }}
              className="min-w-0 grow truncate text-accent underline-offset-2 hover:underline"
            >
              <bdi>{applicant}</bdi>
            </Link>
            <span className={is_final ? '' : 'text-warning'}>
              {outcomeLabels[outcome]}
              {!is_final && ', attempt'}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
