import './Interrupted.css';
import { Info } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Cap } from '../../../domain/keys/KeyButton.tsx';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { getSession } from '../../../lib/session/session.ts';

/** Why a case on the screen can't be decided by the reviewer: its title and words; undefined where it can. */
export function interruptionOf(
  verification: LooseVerification | undefined,
  {
    undoing,
    notUndone,
    lost,
  }: Record<'notUndone' | 'lost', string | undefined> & { undoing?: object | undefined },
): { title: string; text: ReactNode } | undefined {
  // Until the undo is answered, the record may show what is being undone.
  if (undoing) return undefined;
  if (notUndone !== undefined) return { title: 'Not undone', text: notUndone };
  const review = verification?.admin_reviewed_details;
  if (review) {
    const isOwn = review.admin_id === getSession()?.id;
    return {
      title: isOwn ? 'Decided' : 'Decided elsewhere',
      text: (
        <>
          <b>{isOwn ? 'You' : review.reviewed_by}</b> decided this case{' '}
          <b>{review.admin_decision === 'positive' ? 'Positive' : 'Negative'}</b>,{' '}
          {formatDateTime(review.reviewed_at)}.{!isOwn && ' Nothing of yours was recorded.'}
        </>
      ),
    };
  }
  const sentBack = verification?.sent_back;
  if (sentBack) {
    const isOwn = sentBack.by_id === getSession()?.id;
    return {
      title: 'Sent back',
      text: (
        <>
          <b>{isOwn ? 'You' : sentBack.by}</b> sent this case back, {formatDateTime(sentBack.at)}.
          {!isOwn && ' Nothing of yours was recorded.'}
        </>
      ),
    };
  }
  return lost === undefined ? undefined : { title: 'With a colleague', text: lost };
}

/** Lies over the drained photo: who has the case or decided it, and the one key that goes on. */
export function Interrupted({
  title,
  text,
  isQuiet,
  onNext,
}: {
  title: string;
  text: ReactNode;
  /** Something is open beside it, which keeps the focus. */
  isQuiet: boolean;
  onNext: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isQuiet) button.current?.focus();
  }, [isQuiet]);
  return (
    <div role="alert" className="interrupted">
      <h2>
        <Info aria-hidden />
        {title}
      </h2>
      <p>{text}</p>
      <button ref={button} type="button" className="key primary" onClick={onNext}>
        <Cap>Enter</Cap>
        Next case
      </button>
    </div>
  );
}
