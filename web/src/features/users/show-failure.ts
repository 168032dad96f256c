import { failureText, fieldErrorsOf } from '../../lib/api/api-error.ts';

/**
 * Shows the server's field errors at the inputs, and focuses the first of these inputs. Returns the text to
 * show above the form, if any. `inputs` maps the field names in the errors to inputs, in the form's order.
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
