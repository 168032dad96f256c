import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Stores the values of a form whose number of fields varies. `first` is used only at the first render. */
export function useDraft<Draft extends object>(first: Draft) {
  const [base, setBase] = useState(first);
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  /** Takes a colleague's version, except for the fields that the user has changed. */
  function rebase(newer: Draft): void {
    const keepTyped = ([name, value]: [string, unknown]) => {
      const key = name as keyof Draft;
      return [name, isSame(draft[key], base[key]) ? value : draft[key]];
    };
    setDraft(Object.fromEntries(Object.entries(newer).map(keepTyped)) as Draft);
    setBase(newer);
  }

  return {
    draft,
    form,
    errors,
    setErrors,
    rebase,
    isDirty: !isSame(draft, base),
    set: (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change })),
  };
}

/**
 * Checks a request's body and returns the error texts. Each key is the path of an invalid field. `words` has
 * texts to use instead of the contract's messages, by the last part of the path.
 */
export function errorsOf(
  schema: z.ZodMiniType,
  body: unknown,
  words: Partial<Record<string, string>>,
): Record<string, string> {
  const issues = schema.safeParse(body).error?.issues ?? [];
  return Object.fromEntries(
    issues
      .toReversed()
      .map(({ path, message }) => [path.join('.'), words[String(path.at(-1))] ?? message]),
  );
}
