import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';

/** Returns React Hook Form's `register()` of a field and its error: all props that our inputs take from a form. */
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
