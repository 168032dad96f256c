import type { Board } from '@doorstep/contract/board';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';

export function BoardNumbers({ board }: { board: Board }) {
  const { unassigned, out, to_review, second_looks, callbacks, due_soon, late } = board;
  const look = 'group block px-4 py-3 hover:bg-hover';
  return (
    <ul className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-rule bg-rule *:grow *:basis-34 *:bg-panel">
      <li>
        <Link to="/applicants" search={{ assigned: 'false' }} className={look}>
          <Number value={unassigned}>Unassigned</Number>
        </Link>
      </li>
      <li>
        <Link to="/applicants" search={{ status: 'assigned' }} className={look}>
          <Number value={out}>With agents</Number>
        </Link>
      </li>
      <li>
        <Link to="/review" className={look}>
          <Number value={to_review}>To review</Number>
        </Link>
      </li>
      {second_looks !== undefined && second_looks > 0 && (
        <li>
          <Link to="/review" className={look}>
            <Number value={second_looks}>Second looks</Number>
          </Link>
        </li>
      )}
      {callbacks !== undefined && (
        <li>
          <Link to="/callbacks" className={look}>
            <Number value={callbacks}>Call-backs</Number>
          </Link>
        </li>
      )}
      {due_soon !== undefined && (
        <li>
          <Link to="/applicants" search={{ due: '2h' }} className={look}>
            <Number value={due_soon}>Due within 2 h</Number>
          </Link>
        </li>
      )}
      {late !== undefined && (
        <li>
          <Link to="/applicants" search={{ due: 'late' }} className={look}>
            <Number value={late} tone={late > 0 ? 'text-negative' : undefined}>
              Late
            </Number>
          </Link>
        </li>
      )}
    </ul>
  );
}

function Number({
  value,
  tone = 'text-ink',
  children,
}: {
  value: number;
  tone?: string | undefined;
  children: ReactNode;
}) {
  return (
    <>
      <strong
        className={`block text-2xl tabular-nums underline-offset-4 group-hover:underline ${tone}`}
      >
        {formatNumber(value)}
      </strong>{' '}
      <span className="text-sm text-muted">{children}</span>
    </>
  );
}
