import { failureText, fieldErrorsOf } from '../../lib/api/api-error.ts';

/**
 * Shows a server's field errors under their inputs, the first of them focused, and answers what is left to say above
 * the form. `inputs` names, in the order of the form, the input for each field name that a backend may use.
 */
export function showFailure<Input extends string>(
  error: unknown,
  inputs: Record<string, Input>,
  show: (input: Input, error: { message: string }, options: { shouldFocus: boolean }) => void,
  fallback: string,
): string | undefined {
  const errors = new Map(Object.entries(fieldErrorsOf(error)));
  const shown = new Set<Input>();
  for (const [field, input] of Object.entries(inputs)) {
    const message = errors.get(field);
    errors.delete(field);
    if (message === undefined || shown.has(input)) continue;
    show(input, { message }, { shouldFocus: shown.size === 0 });
    shown.add(input);
  }
  if (errors.size > 0) return [...errors.values()].join(' ');
  return shown.size > 0 ? undefined : failureText(error, fallback);
}
