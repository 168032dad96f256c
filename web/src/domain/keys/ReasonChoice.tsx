import { useEffect, useId, useRef } from 'react';
import { useNumberKeys } from '../../lib/use-number-keys.ts';

interface ReasonChoiceProps<Reason extends string> {
  legend: string;
  labels: Readonly<Record<Reason, string>>;
  reasons: readonly Reason[];
  chosen: readonly Reason[];
  isOne?: boolean;
  error: string | undefined;
  isFocused?: boolean;
  onToggle: (reason: Reason) => void;
}

export function ReasonChoice<Reason extends string>({
  legend,
  labels,
  reasons,
  chosen,
  isOne = false,
  error,
  isFocused = false,
  onToggle,
}: ReasonChoiceProps<Reason>) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const areKeysOn = useNumberKeys(reasons, onToggle);
  useEffect(() => {
    if (isFocused || error) first.current?.focus();
  }, [isFocused, error]);
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {reasons.map((reason, index) => (
        <label
          key={reason}
          className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md has-checked:bg-accent-soft max-[1100px]:min-h-12"
        >
          <input
            ref={index === 0 ? first : undefined}
            type={isOne ? 'radio' : 'checkbox'}
            name={id}
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
          {labels[reason]}
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
