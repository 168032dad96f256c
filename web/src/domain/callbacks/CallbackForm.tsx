import { callbackResultLabels, callbackResults } from '@doorstep/contract/callbacks';
import { limits } from '@doorstep/contract/limits';
import { Phone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { config } from '../../lib/config.ts';
import { formatDateTime } from '../../lib/format.ts';
import { getSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import type { FormFrame } from '../keys/FormFrame.tsx';
import { ReasonChoice } from '../keys/ReasonChoice.tsx';
import type { LooseVerification } from '../verifications/loose-verification.ts';
import { Calls } from './Calls.tsx';
import { useCall } from './use-call.ts';

interface CallbackFormProps {
  frame: FormFrame;
  verification: LooseVerification;
  onClose: () => void;
}

export default function CallbackForm({ frame: Frame, verification, onClose }: CallbackFormProps) {
  const calling = useCall(verification, onClose);
  const note = useRef<HTMLTextAreaElement>(null);
  const show = useRef<HTMLButtonElement>(null);
  useEffect(() => show.current?.focus(), []);
  const { callback } = verification;
  const caller = callback?.calling;
  const isColleagues = caller && caller.by_id !== getSession()?.id;
  return (
    <Frame
      title="Call-back"
      aside={verification.applicant}
      effect="The decision does not wait for a call-back. Each view of the number is recorded."
      error={calling.refusal}
      submit={calling.isSending ? 'Saving...' : 'Record'}
      isBusy={calling.isSending}
      isDirty={calling.result !== undefined || calling.note !== ''}
      onSubmit={() => {
        if (calling.submit()) note.current?.focus();
      }}
      onClose={onClose}
    >
      {isColleagues && (
        <Notice tone="warning">
          <bdi>{caller.by}</bdi> is calling this number now.
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <div role="status" className="empty:absolute">
          {calling.number !== undefined && (
            <span className="inline-flex items-center gap-1 font-mono text-lg">
              <a href={`tel:${calling.number}`} className="text-accent underline">
                {calling.number}
              </a>
              <CopyButton text={calling.number} label="Copy number" />
            </span>
          )}
        </div>
        {calling.number === undefined && (
          <>
            <Button ref={show} isBusy={calling.isShowing} onClick={calling.show}>
              <Phone aria-hidden /> Show number
            </Button>
            {!calling.isOwed && <Button onClick={calling.later}>Call later</Button>}
          </>
        )}
      </div>
      {calling.problemOf('number') && (
        <p role="alert" className="text-sm text-danger">
          {calling.problemOf('number')}
        </p>
      )}
      <Script verification={verification} />
      {callback && callback.calls.length > 0 && <Calls calls={callback.calls} />}
      <ReasonChoice
        legend="Result"
        labels={callbackResultLabels}
        reasons={callbackResults}
        chosen={calling.result ? [calling.result] : []}
        isOne
        isFocused={calling.number !== undefined}
        error={calling.problemOf('result')}
        onToggle={calling.choose}
      />
      <TextAreaField
        ref={note}
        label="Note"
        hint="Required when something differs."
        error={calling.problemOf('note')}
        maxLength={limits.noteLength}
        value={calling.note}
        onChange={({ target }) => calling.setNote(target.value)}
      />
    </Frame>
  );
}

/** The questions for the call. They must not reveal the answers, such as the day of the visit. */
function Script({ verification }: { verification: LooseVerification }) {
  const at = verification.visited_at ?? verification.submitted_at;
  return (
    <ol className="list-decimal space-y-0.5 ps-5 text-sm" aria-label="What to ask">
      <li>
        “I am calling from {config().shortName}. Am I speaking with{' '}
        <bdi>{verification.applicant ?? 'the applicant'}</bdi>?”
      </li>
      <li>“Did somebody visit you for your loan application? When, and where?”</li>
      <li>“Whom did the visitor speak with, and did the visitor take photos?”</li>
      <li className="list-none text-muted">
        The agent reported a visit{at && ` on ${formatDateTime(at)}`}. Ask for the day, but do not
        name it.
      </li>
    </ol>
  );
}
