import type { ComponentProps } from 'react';
import { Field, type FieldProps, inputClass } from './Field.tsx';

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id'> {}

/** Takes the props that React Hook Form's `register()` returns. */
export function TextField({
  label,
  hint,
  error,
  mark,
  isLabelHidden,
  className = '',
  ...props
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} isLabelHidden={isLabelHidden}>
      {(wiring) => (
        <input type="text" {...props} {...wiring} className={`${inputClass} ${className}`} />
      )}
    </Field>
  );
}

export interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id'> {}

export function TextAreaField({
  label,
  hint,
  error,
  mark,
  isLabelHidden,
  className = '',
  ...props
}: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} isLabelHidden={isLabelHidden}>
      {(wiring) => (
        <textarea
          rows={2}
          {...props}
          {...wiring}
          className={`${inputClass} field-sizing-content h-auto max-h-60 min-h-16 py-1.5 ${className}`}
        />
      )}
    </Field>
  );
}
