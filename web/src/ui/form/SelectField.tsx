import type { ComponentProps } from 'react';
import { Field, type FieldProps, inputClass } from './Field.tsx';

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'id'> {
  options: readonly (string | { value: string; label: string })[];
  /** The text of the empty option. Without a placeholder, there is no empty option. */
  placeholder?: string;
}

/** Takes the props that React Hook Form's `register()` returns. Styled by `inputs.css`. */
export function SelectField({
  label,
  hint,
  error,
  mark,
  isLabelHidden,
  options,
  placeholder,
  className = '',
  ...props
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} mark={mark} isLabelHidden={isLabelHidden}>
      {(wiring) => (
        <select {...props} {...wiring} className={`select ${inputClass} ${className}`}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => {
            const { value, label: text } =
              typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}
