import './Interrupted.css';
import type { SecondLook } from '@doorstep/contract/review/second-looks';
import { Info } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Cap } from '../../../domain/keys/KeyButton.tsx';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { getSession } from '../../../lib/session/session.ts';

const waitingFor = ({ state, first }: SecondLook) =>
  state === 'differs'
    ? {
        title: 'Reviewers differ',
        text: 'Two reviewers decided this case differently. A super admin decides.',
      }
    : {
        title: 'Waits for a second reviewer',
        text: (
          <>
            You decided this case <b>{first?.decision === 'negative' ? 'Negative' : 'Positive'}</b>.
            Another reviewer decides it too.
          </>
        ),
      };

export function interruptionOf(
  verification: LooseVerification | undefined,
  {
    undoing,
    notUndone,
    lost,
  }: Record<'notUndone' | 'lost', string | undefined> & { undoing?: object | undefined },
): { title: string; text: ReactNode } | undefined {
  // Until the server answers the undo, the record may still contain the decision that is being undone.
  if (undoing) return undefined;
  if (notUndone !== undefined) return { title: 'Not undone', text: notUndone };
  const { looked_at: looked, review_again: again } = verification ?? {};
  const isOpenLook = looked?.state === 'owed' || looked?.state === 'differs';
  if (looked && isOpenLook && !looked.is_mine && !again) return waitingFor(looked);
  // A case that is reviewed again still has the earlier decision, which must not block the reviewer.
  const review = looked?.is_mine || again ? null : verification?.admin_reviewed_details;
  if (review) {
    const isOwn = review.admin_id === getSession()?.id;
    return {
      title: isOwn ? 'Decided' : 'Decided by a colleague',
      text: (
        <>
          <b>{isOwn ? 'You' : review.reviewed_by}</b> decided this case{' '}
          <b>{review.admin_decision === 'positive' ? 'Positive' : 'Negative'}</b>,{' '}
          {formatDateTime(review.reviewed_at)}.{!isOwn && ' None of your input was saved.'}
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
          {!isOwn && ' None of your input was saved.'}
        </>
      ),
    };
  }
  return lost === undefined ? undefined : { title: 'With a colleague', text: lost };
}

export function Interrupted({
  title,
  text,
  isQuiet,
  onNext,
}: {
  title: string;
  text: ReactNode;
  /** Whether an open panel keeps the focus. */
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
