import { limits } from '@doorstep/contract/limits';
import { useEffect, useRef } from 'react';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { KeyPanel } from '../../keys/KeyPanel.tsx';
import type { LooseVerification } from '../../verifications/loose-verification.ts';
import { useCorrection } from './use-correction.ts';

interface CorrectPinCodeProps {
  verification: LooseVerification;
  onDone: () => void;
  onClose: () => void;
}

const effect = 'What the wrong one gave rise to is dismissed, and the case is checked again.';

/** On the desk: the right pin code, over the facts; the photos that may show it stay in sight. */
export function CorrectPinPanel({ verification, onDone, onClose }: CorrectPinCodeProps) {
  const correction = useCorrection(verification, onDone);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <KeyPanel
      title="Correct the pin code"
      aside={`of ${verification.applicant}`}
      effect={effect}
      error={correction.problem ?? correction.refusal}
      submit={correction.label}
      isBusy={correction.isSending}
      isDirty={correction.pin !== ''}
      onSubmit={() => {
        if (!correction.submit()) input.current?.focus();
      }}
      onClose={onClose}
    >
      <p className="px-4 pt-3">
        In the lender’s file: <b className="font-mono">{correction.wrong}</b>
      </p>
      <label>
        Right pin code
        <input
          ref={input}
          inputMode="numeric"
          autoComplete="off"
          maxLength={limits.pinCodeDigits}
          value={correction.pin}
          className="font-mono"
          aria-invalid={correction.problem !== undefined}
          onChange={({ target }) => correction.setPin(target.value)}
        />
      </label>
    </KeyPanel>
  );
}

/** Over a record's dialog: the right pin code. */
export function CorrectPinModal({ verification, onDone, onClose }: CorrectPinCodeProps) {
  const correction = useCorrection(verification, onDone);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <FormModal
      title="Correct the pin code"
      subtitle={verification.applicant}
      size="sm"
      isDirty={correction.pin !== ''}
      error={correction.refusal}
      submit={{ label: correction.label, isBusy: correction.isSending }}
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
        hint={effect}
        error={correction.problem}
        inputMode="numeric"
        autoComplete="off"
        maxLength={limits.pinCodeDigits}
        className="font-mono"
        value={correction.pin}
        onChange={({ target }) => correction.setPin(target.value)}
      />
    </FormModal>
  );
}
