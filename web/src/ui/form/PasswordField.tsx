import { useState } from 'react';
import { Field, inputClass } from './Field.tsx';
import type { TextFieldProps } from './TextField.tsx';

export function PasswordField({
  label,
  hint,
  error,
  isLabelHidden,
  className = '',
  ...props
}: Omit<TextFieldProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoComplete="new-password"
            spellCheck={false}
            autoCapitalize="none"
            {...props}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className={`${inputClass} pe-16 ${className}`}
          />
          <button
            type="button"
            aria-controls={wiring.id}
            aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-1 end-1 min-w-12 rounded-sm px-2 text-sm font-semibold text-accent hover:bg-hover"
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  );
}
