import type { Attention, Board } from '@doorstep/contract/board';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDateTime, formatNumber } from '../../lib/format.ts';

const linkLook = 'text-accent underline-offset-2 hover:underline';

export function NeedsAttention({ attention }: { attention: Board['attention'] }) {
  const { held, given_back, serious, late, messages } = attention;
  const all = [held, given_back, serious, late, messages];
  if (all.every((one) => one === undefined || one.count === 0)) {
    return <p className="text-muted">Nothing needs attention.</p>;
  }
  return (
    <ul className="divide-y divide-rule rounded-lg border border-rule bg-panel">
      <Kind
        of={held}
        // Links to the list of held visits instead of the applicants, because the applicant of a held visit
        // may be deleted.
        hasRecords={false}
        label={
          <Link to="/verification" search={{ held: true }} className={linkLook}>
            {countOf(held, 'held visit')}
          </Link>
        }
      />
      {messages && (
        <Kind
          of={messages}
          hasRecords
          label={countOf(messages, 'applicant', ' with unread messages')}
        />
      )}
      <Kind of={given_back} hasRecords label={countOf(given_back, 'task', ' given back')} />
      <Kind of={serious} hasRecords label={countOf(serious, 'case', ' with a serious finding')} />
      {late && (
        <Kind
          of={late}
          hasRecords
          label={
            <Link to="/applicants" search={{ due: 'late' }} className={linkLook}>
              {countOf(late, 'late applicant')}
            </Link>
          }
        />
      )}
    </ul>
  );
}

const countOf = ({ count }: Attention, noun: string, rest = '') =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}${rest}`;

function Kind({
  of: { count, first },
  label,
  hasRecords,
}: {
  of: Attention;
  label: ReactNode;
  hasRecords: boolean;
}) {
  if (count === 0) return null;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2">
      <span className="w-60 shrink-0 font-semibold tabular-nums">{label}</span>
      <span className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-sm">
        {first.map((one) => (
          <span
            key={`${one.applicant_id} ${one.verification_id} ${one.at}`}
            title={formatDateTime(one.at)}
          >
            {!hasRecords ? (
              <bdi>{one.applicant}</bdi>
            ) : one.verification_id === null ? (
              <Link
                to="/applicants"
                search={{ view: String(one.applicant_id) }}
                className={linkLook}
              >
                <bdi>{one.applicant}</bdi>
              </Link>
            ) : (
              <Link
                to="/verification"
                search={{ view: String(one.verification_id) }}
                className={linkLook}
              >
                <bdi>{one.applicant}</bdi>
              </Link>
            )}
          </span>
        ))}
        {count > first.length && (
          <span className="text-muted">and {formatNumber(count - first.length)} more</span>
        )}
      </span>
    </li>
  );
}
