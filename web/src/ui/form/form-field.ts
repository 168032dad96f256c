import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';

/**
 * Returns the props that our inputs take from a form: those of React Hook Form's `register()`, and the
 * field's error.
 */
export function formField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  name: Name,
  options?: RegisterOptions<Values, Name>,
) {
  return {
    ...form.register(name, options),
    error: form.getFieldState(name, form.formState).error?.message,
  };
}
