import {
  type SendBackReason,
  sendBackReasonLabels,
  sendBackReasons,
} from '@doorstep/contract/visits/office';
import { type RefObject, useId } from 'react';
import { useNumberKeys } from '../../../lib/use-number-keys.ts';

interface ReasonChoiceProps {
  chosen: readonly SendBackReason[];
  error: string | undefined;
  firstRef: RefObject<HTMLInputElement | null>;
  onToggle: (reason: SendBackReason) => void;
}

/** Why a verification is sent back: by mouse, or by the number before each reason. */
export function ReasonChoice({ chosen, error, firstRef, onToggle }: ReasonChoiceProps) {
  const id = useId();
  const areKeysOn = useNumberKeys(sendBackReasons, onToggle);
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="mb-1 text-sm font-semibold">What is wrong</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {sendBackReasons.map((reason, index) => (
          <label key={reason} className="flex min-h-8 cursor-pointer items-center gap-2">
            <input
              ref={index === 0 ? firstRef : undefined}
              type="checkbox"
              checked={chosen.includes(reason)}
              aria-keyshortcuts={areKeysOn ? String(index + 1) : undefined}
              onChange={() => onToggle(reason)}
              className="size-4 shrink-0 accent-accent"
            />
            {areKeysOn && (
              <kbd aria-hidden className="w-3 font-mono text-sm text-muted">
                {index + 1}
              </kbd>
            )}
            {sendBackReasonLabels[reason]}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
