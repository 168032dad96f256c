import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { finishSignIn, type SignInOutcome } from './sign-in.ts';

const kinds = {
  app: {
    label: 'Six-digit code',
    hint: 'Your authenticator app shows the code. It changes every 30 seconds.',
    missing: 'Enter the six-digit code',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'Enter one of the ten recovery codes that you saved. Each code works once.',
    missing: 'Enter a recovery code',
    other: 'Use the code from the app',
  },
} as const;

interface CodeStepProps {
  challenge: string;
  onDone: (outcome: Extract<SignInOutcome, { kind: 'signed-in' }>) => void;
  /** Returns to the password step. `reason` is the error to show, absent if the user chose to return. */
  onBack: (reason?: string) => void;
}

export function CodeStep({ challenge, onDone, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { label, hint, missing, other } = kinds[kind];

  // Focuses the field when it appears, when the kind of code changes, and after each error.
  useEffect(() => {
    const input = form.current?.querySelector<HTMLInputElement>(`[data-kind="${kind}"]`);
    input?.focus();
    if (error !== undefined) input?.select();
  }, [kind, error]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    setError(code === '' ? missing : undefined);
    if (code === '') return;

    setBusy(true);
    const outcome = await finishSignIn(challenge, code);
    if (outcome.kind === 'signed-in') return onDone(outcome);
    if (outcome.kind !== 'refused') return;
    if (outcome.isOver) return onBack(outcome.text);
    setBusy(false);
    setError(outcome.text);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <TextField
        key={kind}
        data-kind={kind}
        label={label}
        hint={hint}
        error={error}
        name="code"
        required
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        className="h-10 font-mono text-lg tracking-wider"
      />
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy} className="w-full">
        {isBusy ? 'Logging in...' : 'Log in'}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" disabled={isBusy} onClick={() => onBack()}>
          Back
        </Button>
        <Button
          variant="quiet"
          disabled={isBusy}
          onClick={() => {
            setError(undefined);
            setKind(kind === 'app' ? 'recovery' : 'app');
          }}
        >
          {other}
        </Button>
      </div>
    </form>
  );
}
