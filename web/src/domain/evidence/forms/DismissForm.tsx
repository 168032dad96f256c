import {
  checkTraits,
  dismissalReasonLabels,
  dismissalReasons,
} from '@doorstep/contract/evidence/checks';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { limits } from '@doorstep/contract/limits';
import { useRef } from 'react';
import { TextAreaField } from '../../../ui/form/TextField.tsx';
import type { FormFrame } from '../../keys/FormFrame.tsx';
import { ReasonChoice } from '../../keys/ReasonChoice.tsx';
import type { LooseVerification } from '../../verifications/loose-verification.ts';
import { useDismissal } from './use-dismissal.ts';

export interface FindingFormProps {
  frame: FormFrame;
  verification: LooseVerification;
  finding: Finding;
  onDone: () => void;
  onClose: () => void;
}

export function DismissForm({ frame: Frame, onClose, ...props }: FindingFormProps) {
  const dismissal = useDismissal(props);
  const note = useRef<HTMLTextAreaElement>(null);
  return (
    <Frame
      title={`Dismiss: ${checkTraits[props.finding.check].title}`}
      effect="Your name is saved too. The finding is ignored until the check finds something worse."
      error={dismissal.refusal}
      submit={dismissal.label}
      isBusy={dismissal.isSending}
      isDirty={dismissal.note !== '' && !dismissal.isGone}
      onSubmit={() => {
        if (dismissal.submit()) note.current?.focus();
      }}
      onClose={dismissal.isGone ? props.onDone : onClose}
    >
      <ReasonChoice
        legend="Reason"
        labels={dismissalReasonLabels}
        reasons={dismissalReasons}
        chosen={dismissal.reason ? [dismissal.reason] : []}
        isOne
        isFocused
        error={dismissal.reasonProblem}
        onToggle={dismissal.choose}
      />
      <TextAreaField
        ref={note}
        label="Note"
        hint="Required if the reason is Other."
        error={dismissal.noteProblem}
        maxLength={limits.noteLength}
        value={dismissal.note}
        onChange={({ target }) => dismissal.setNote(target.value)}
      />
    </Frame>
  );
}
