import { texts } from '@doorstep/contract/texts';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { failureText, fieldErrorsOf } from '../../lib/api/api-error.ts';

/** Submits a small form with uncontrolled fields as a request. The server validates the fields. */
export function useSmallForm<Answer>(
  send: (typed: Record<string, string>) => Promise<Answer>,
  onSuccess: (answer: Answer) => void,
  /** Called after success to close the form, unless the user has left it: another dialog may be open then. */
  onClose?: () => void,
) {
  const ref = useRef<HTMLFormElement>(null);
  const { mutate, isPending, error } = useMutation({ mutationFn: send, onSuccess });
  const errors = fieldErrorsOf(error);
  const isElsewhere = error !== null && Object.keys(errors).length === 0;

  useEffect(() => {
    if (error) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const data = new FormData(event.currentTarget);
    const typed = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
    mutate(typed, { onSuccess: onClose });
  }
  return {
    wiring: { ref, noValidate: true, onSubmit: submit },
    isPending,
    errors,
    failure: isElsewhere ? failureText(error, texts.error) : undefined,
  };
}
