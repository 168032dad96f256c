import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Values of a form with a variable number of fields. Later values of `first` are ignored. */
export function useDraft<Draft extends object>(first: Draft) {
  const [base, setBase] = useState(first);
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  /** Replaces the fields that were not changed here with a colleague's values. */
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

/** The errors of a body by the path of the field. Texts come from `words` by the field's name, else from the contract. */
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
