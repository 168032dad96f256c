import './ReviewHeader.css';
import type { EvidenceLevel } from '@doorstep/contract/evidence/checks';
import type { ReviewDay, ReviewQueue } from '@doorstep/contract/review';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CornerUpLeft, OctagonX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Cap, KeyButton } from '../../domain/keys/KeyButton.tsx';
import type { Acted } from '../../domain/verifications/undo-action.ts';
import { config } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';
import { LevelBadge } from '../../ui/feedback/LevelBadge.tsx';
import { Mark } from '../../ui/page/Mark.tsx';

interface ReviewHeaderProps {
  queue: ReviewQueue | undefined;
  /** How much the case after this one asks to be looked at. */
  next: EvidenceLevel | undefined;
  /** Whether the case on the screen has a due time: then those that are due stand first. */
  hasClock?: boolean;
  day: ReviewDay | undefined;
  last: (Acted & { secondsLeft: number }) | undefined;
  undoing?: Acted | undefined;
  /** The cases whose answer is not here yet. */
  underWay?: readonly string[];
  isUndoOff: boolean;
  onUndo: () => void;
  onLeave: () => void;
  /** Under the header, across the desk. */
  children?: ReactNode;
}

/** How much waits, what was just done and how to take it back, and the way out. */
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
            <span className="order">
              {next ? (
                <>
                  next: <LevelBadge level={next} />
                </>
              ) : (
                `${hasClock ? 'Least time left' : 'Most doubtful'} first`
              )}
            </span>
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
          // Another action is another toast, which comes in again.
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
        <KeyButton className="leave" cap={<Cap>Esc</Cap>} shortcut="Escape" onPress={onLeave}>
          <span>Leave</span>
          <X aria-hidden className="touch" />
        </KeyButton>
      </div>
      {children}
    </header>
  );
}

/** '3 today, median 14 s, team 19 s', as far as anything is known. */
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
        {/* Most answers are here before it appears. */}
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
