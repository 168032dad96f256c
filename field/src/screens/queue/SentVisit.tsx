import { ChevronRight, CircleCheck, CirclePause } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { QueueRow } from '../../lib/sync/queue.ts';
import { type Translation, useWords } from '../../words/use-words.ts';
import { Link } from '../Link.tsx';
import { placeIn } from '../places.ts';
import { momentInWords } from '../time-left.ts';
import { useNow } from '../use-now.ts';
import { visitName } from '../visit-name.ts';

export function SentVisit({ row }: { row: QueueRow }) {
  const say = useWords();
  const now = useNow();
  return (
    <li>
      <Link to={`/queue/${row.visitId}`} className="flex items-center gap-2 py-2">
        <span className="grid min-w-0 flex-1 justify-items-start gap-1">
          <h3 className="flex w-full justify-between gap-2 text-lg leading-tight font-semibold">
            <span className="wrap-anywhere">{visitName(row, say)}</span>
            {row.receivedAt && (
              <span className="text-sm font-normal text-muted">
                {momentInWords(row.receivedAt, now, say)}
              </span>
            )}
          </h3>
          <AboutVisit row={row} />
          <SentState row={row} />
        </span>
        <ChevronRight aria-hidden className="icon flex-none text-muted" />
      </Link>
    </li>
  );
}

/** Shows nothing if the PIN was forgotten since the visit. */
export function AboutVisit({ row: { summary } }: { row: QueueRow }) {
  const say = useWords();
  if (!summary) return null;
  return (
    <p className="text-sm leading-snug text-muted wrap-anywhere">
      {summary.outcome && <b className="text-ink">{say(`found.${summary.outcome}`)} · </b>}
      {placeIn({ address: summary.address, pin_code: summary.pinCode })}
    </p>
  );
}

export function SentState({ row }: { row: QueueRow }) {
  const say = useWords();
  if (row.state !== 'held') {
    return (
      <State icon={CircleCheck} color="text-positive">
        {say('queue.received')}
      </State>
    );
  }
  return (
    <>
      <State icon={CirclePause} color="text-warning">
        {say('queue.held')}
      </State>
      <p className="text-sm">{heldWords(row, say)}</p>
    </>
  );
}

function heldWords({ heldBecause, colleague }: QueueRow, say: Translation): string {
  if (heldBecause === null) return say('queue.heldKept');
  if (heldBecause !== 'reassigned') return say(`queue.held.${heldBecause}`);
  return colleague
    ? say('queue.held.reassigned', { name: colleague })
    : say('queue.held.reassignedNobody');
}

interface StateProps {
  icon: ComponentType<{ className?: string }>;
  color: string;
  children: ReactNode;
}

export const State = ({ icon: Icon, color, children }: StateProps) => (
  <span className={`inline-flex items-center gap-1.5 font-semibold ${color}`}>
    <Icon aria-hidden className="icon-small" />
    {children}
  </span>
);
