import { limits } from '@doorstep/contract/limits';
import { useEffect, useRef } from 'react';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { FindingFormProps } from './DismissForm.tsx';
import { useCorrection } from './use-correction.ts';

export function CorrectPinForm({
  frame: Frame,
  verification,
  onDone,
  onClose,
}: Omit<FindingFormProps, 'finding'>) {
  const correction = useCorrection(verification, onDone);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Frame
      title="Correct the pin code"
      aside={verification.applicant}
      effect="Findings that the wrong pin code caused are dismissed, and the case is checked again."
      error={correction.refusal}
      submit={correction.label}
      isBusy={correction.isSending}
      isDirty={correction.pin !== ''}
      onSubmit={() => {
        if (!correction.submit()) input.current?.focus();
      }}
      onClose={onClose}
    >
      <p>
        In the lender’s file: <b className="font-mono">{correction.wrong}</b>
      </p>
      <TextField
        ref={input}
        label="Right pin code"
        error={correction.problem}
        inputMode="numeric"
        autoComplete="off"
        maxLength={limits.pinCodeDigits}
        className="font-mono"
        value={correction.pin}
        onChange={({ target }) => correction.setPin(target.value)}
      />
    </Frame>
  );
}
