import {
  checksInWords,
  dismissalReasonLabels,
  dismissalReasons,
} from '@doorstep/contract/evidence/checks';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { limits } from '@doorstep/contract/limits';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useNumberKeys } from '../../../lib/use-number-keys.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { TextAreaField } from '../../../ui/form/TextField.tsx';
import { Cap } from '../../keys/KeyButton.tsx';
import { KeyPanel } from '../../keys/KeyPanel.tsx';
import type { LooseVerification } from '../../verifications/loose-verification.ts';
import { type Dismissal, useDismissal } from './use-dismissal.ts';

interface DismissFindingProps {
  verification: LooseVerification;
  finding: Finding;
  onDone: () => void;
  onClose: () => void;
}

const effect = 'Kept with your name; counts no more until the check finds worse.';

/** On the desk: why a finding counts no more, by number keys, over the facts. */
export function DismissPanel({ onClose, ...props }: DismissFindingProps) {
  const dismissal = useDismissal(props);
  const input = useRef<HTMLInputElement>(null);
  const { reason } = dismissal;
  return (
    <KeyPanel
      title={`Dismiss: ${checksInWords[props.finding.check].title}`}
      effect={effect}
      error={dismissal.reasonProblem ?? dismissal.noteProblem ?? dismissal.refusal}
      submit={dismissal.label}
      isBusy={dismissal.isSending}
      isDirty={dismissal.note !== '' && !dismissal.isGone}
      keys={Object.fromEntries(
        dismissalReasons.map((one, index) => [String(index + 1), () => dismissal.choose(one)]),
      )}
      onSubmit={() => {
        if (dismissal.submit()) input.current?.focus();
      }}
      onClose={dismissal.isGone ? props.onDone : onClose}
    >
      <div role="radiogroup" aria-label="Why" className="reasons">
        {dismissalReasons.map((one, index) => (
          <button
            key={one}
            type="button"
            // Not an input: the desk's keys rest in those.
            role="radio"
            aria-checked={one === reason}
            className="reason"
            onClick={() => dismissal.choose(one)}
          >
            <Cap>{index + 1}</Cap>
            <span>
              {dismissalReasonLabels[one]}
              {one === 'other' && <small> with a note</small>}
            </span>
            <Check aria-hidden />
          </button>
        ))}
      </div>
      <label>
        Note
        <input
          ref={input}
          value={dismissal.note}
          maxLength={limits.noteLength}
          placeholder={reason === 'other' ? 'Needed with Other' : 'Not needed'}
          aria-required={reason === 'other'}
          onChange={({ target }) => dismissal.setNote(target.value)}
        />
      </label>
    </KeyPanel>
  );
}

/** Over a record's dialog: why a finding counts no more. */
export function DismissModal({ onClose, ...props }: DismissFindingProps) {
  const dismissal = useDismissal(props);
  const note = useRef<HTMLTextAreaElement>(null);
  return (
    <FormModal
      title="Dismiss"
      subtitle={checksInWords[props.finding.check].title}
      isDirty={dismissal.isChanged && !dismissal.isGone}
      error={dismissal.refusal}
      submit={{ label: dismissal.label, isBusy: dismissal.isSending }}
      onSubmit={() => {
        if (dismissal.submit()) note.current?.focus();
      }}
      onClose={dismissal.isGone ? props.onDone : onClose}
    >
      <Reasons dismissal={dismissal} />
      <TextAreaField
        ref={note}
        label="Note"
        hint={effect}
        error={dismissal.noteProblem}
        maxLength={limits.noteLength}
        value={dismissal.note}
        onChange={({ target }) => dismissal.setNote(target.value)}
      />
    </FormModal>
  );
}

function Reasons({ dismissal }: { dismissal: Dismissal }) {
  const name = useId();
  const first = useRef<HTMLInputElement>(null);
  const { reasonProblem } = dismissal;
  const areKeysOn = useNumberKeys(dismissalReasons, dismissal.choose);
  // From the start, and where none is chosen: numbers choose, Enter sends.
  useEffect(() => first.current?.focus(), [reasonProblem]);
  return (
    <fieldset aria-describedby={reasonProblem && `${name}-problem`}>
      <legend className="mb-1 text-sm font-semibold">Why</legend>
      {dismissalReasons.map((reason, index) => (
        <label key={reason} className="flex min-h-8 cursor-pointer items-center gap-2">
          <input
            ref={index === 0 ? first : undefined}
            type="radio"
            name={name}
            checked={dismissal.reason === reason}
            aria-keyshortcuts={areKeysOn ? String(index + 1) : undefined}
            onChange={() => dismissal.choose(reason)}
            className="size-4 shrink-0 accent-accent"
          />
          {areKeysOn && (
            <kbd aria-hidden className="w-3 font-mono text-sm text-muted">
              {index + 1}
            </kbd>
          )}
          {dismissalReasonLabels[reason]}
        </label>
      ))}
      {reasonProblem && (
        <p id={`${name}-problem`} role="alert" className="mt-1 text-sm text-danger">
          {reasonProblem}
        </p>
      )}
    </fieldset>
  );
}
