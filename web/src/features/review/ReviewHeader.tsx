import './ReviewHeader.css';
import type { EvidenceLevel } from '@doorstep/contract/evidence/levels';
import { mostLooksCounted, type ReviewDay, type ReviewQueue } from '@doorstep/contract/review';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CornerUpLeft, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { LevelBadge } from '../../domain/evidence/LevelBadge.tsx';
import { Cap, KeyButton } from '../../domain/keys/KeyButton.tsx';
import type { Acted } from '../../domain/verifications/undo-action.ts';
import { config } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';
import { Mark } from '../../ui/page/Mark.tsx';
import { LeaveKey } from './keys/LeaveKey.tsx';

interface ReviewHeaderProps {
  queue: ReviewQueue | undefined;
  /** The level of the next case's worst finding. */
  next: EvidenceLevel | undefined;
  /** Whether the shown case has a due time. If so, the header shows "Least time left first". */
  hasClock?: boolean;
  day: ReviewDay | undefined;
  last: (Acted & { secondsLeft: number }) | undefined;
  undoing?: Acted | undefined;
  /** The IDs of the cases whose action the server has not answered yet. */
  underWay?: readonly string[];
  isUndoOff: boolean;
  onUndo: () => void;
  onLeave: () => void;
  children?: ReactNode;
}

export function ReviewHeader({
  queue,
  next,
  hasClock = false,
  day,
  last,
  undoing,
  underWay = [],
  isUndoOff,
  onUndo,
  onLeave,
  children,
}: ReviewHeaderProps) {
  const shown = undoing ? { ...undoing, secondsLeft: 0 } : last;
  const progress = undoing ? 'undoing' : last && underWay.includes(last.id) ? 'saving' : undefined;
  return (
    <header className="top">
      <div className="top-start">
        <Link to="/home" className="brand" aria-label={`${config().shortName}, home`}>
          <Mark />
          <span>{config().shortName}</span>
        </Link>
        <span className="here">Review</span>
        {queue && (
          <p className="queue">
            <b>{formatNumber(queue.waiting)}</b> waiting
            <More count={queue.second_looks} one="second look" many="second looks" />
            <More count={queue.differences} one="difference" many="differences" />
            <span className="order">
              {next ? (
                <>
                  next: <LevelBadge level={next} />
                </>
              ) : (
                `${hasClock ? 'Least time left' : 'Most doubtful'} first`
              )}
            </span>
            {(queue.again ?? 0) > 0 && (
              <span className="incomplete">
                <b>{formatNumber(queue.again ?? 0)}</b> to recheck
              </span>
            )}
            {(queue.callbacks ?? 0) > 0 && (
              <Link to="/callbacks" className="incomplete underline underline-offset-2">
                <b>{formatNumber(queue.callbacks ?? 0)}</b>{' '}
                {queue.callbacks === 1 ? 'call-back' : 'call-backs'}
              </Link>
            )}
            {queue.incomplete > 0 && (
              <span className="incomplete">
                <b>{formatNumber(queue.incomplete)}</b> without all photos
              </span>
            )}
          </p>
        )}
      </div>
      <div className="top-middle">
        <span role="status" className="sr-only">
          {shown && `${shown.name}: ${undoing ? 'undoing' : shown.what}`}
        </span>
        {shown && (
          // The key restarts the entrance animation for each action.
          <LastAction
            key={shown.id + shown.at}
            {...shown}
            progress={progress}
            isUndoOff={isUndoOff}
            onUndo={onUndo}
          />
        )}
      </div>
      <div className="top-end">
        {day && <p className="mine">{inWords(day)}</p>}
        <LeaveKey onPress={onLeave} />
      </div>
      {children}
    </header>
  );
}

function More({ count = 0, one, many }: { count: number | undefined; one: string; many: string }) {
  return count > 0 ? (
    <span className="incomplete">
      <b>{formatNumber(count, count >= mostLooksCounted)}</b> {count === 1 ? one : many}
    </span>
  ) : null;
}

/** Returns a text such as '3 today, median 14 s, team 19 s'. Leaves out unknown numbers. */
function inWords({ decided, median_seconds: own, team_median_seconds: team }: ReviewDay): string {
  return [
    decided > 0 && `${formatNumber(decided)} today`,
    typeof own === 'number' && `median ${own} s`,
    typeof team === 'number' &&
      (typeof own === 'number' ? `team ${team} s` : `team’s median ${team} s`),
  ]
    .filter(Boolean)
    .join(', ');
}

const icons = { positive: CircleCheck, negative: OctagonX, 'sent back': CornerUpLeft };
const words = { positive: 'Positive', negative: 'Negative', 'sent back': 'sent back' };

function LastAction({
  name,
  what,
  secondsLeft,
  progress,
  isUndoOff,
  onUndo,
}: Acted & {
  secondsLeft: number;
  progress: 'saving' | 'undoing' | undefined;
  isUndoOff: boolean;
  onUndo: () => void;
}) {
  const Icon = icons[what];
  return (
    <div className={`last-action ${what.replace(' ', '-')}`}>
      <Icon aria-hidden />
      <span>
        <bdi>{name}</bdi>: <b>{words[what]}</b>
        {/* Appears after a delay, because most answers arrive sooner than that. */}
        {progress && <span className="appear-late">, {progress}…</span>}
      </span>
      {progress !== 'undoing' && (
        <KeyButton cap={<Cap>Z</Cap>} isOff={isUndoOff} onPress={onUndo}>
          Undo
          <span aria-hidden className="seconds">
            {secondsLeft} s
          </span>
        </KeyButton>
      )}
    </div>
  );
}
