import { login } from '@doorstep/contract/auth';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { type Credentials, type SignInOutcome, signIn } from './sign-in.ts';

type Errors = Partial<Record<keyof Credentials, string>>;
type Going = Exclude<SignInOutcome, { kind: 'refused' }>;

interface PasswordStepProps {
  /** The e-mail or mobile number to start with, if the user comes back from the code step. */
  name?: string;
  refusal?: string;
  onDone: (outcome: Going, name: string) => void;
}

export function PasswordStep({ name, refusal: first, onDone }: PasswordStepProps) {
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const typed = login.body.safeParse(Object.fromEntries(data));
    setRefusal(undefined);
    setErrors(typed.success ? {} : firstErrors(typed.error.issues));
    if (!typed.success) return;

    setBusy(true);
    const outcome = await signIn(typed.data);
    if (outcome.kind !== 'refused') return onDone(outcome, typed.data.email_or_mobile);
    setBusy(false);
    setRefusal(outcome.text);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      {refusal && <Notice tone="negative">{refusal}</Notice>}
      <TextField
        label="Phone or email"
        name="email_or_mobile"
        required
        autoFocus
        defaultValue={name}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email_or_mobile}
        className="h-10"
      />
      <PasswordField
        label="Password"
        name="password"
        required
        autoComplete="current-password"
        error={errors.password}
        className="h-10"
      />
      <Button type="submit" variant="primary" size="lg" isBusy={isBusy} className="w-full">
        {isBusy ? 'Logging in...' : 'Log in'}
      </Button>
    </form>
  );
}

function firstErrors(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Errors {
  const errors: Errors = {};
  for (const { path, message } of issues) {
    const field = path[0] === 'password' ? 'password' : 'email_or_mobile';
    errors[field] ??= message;
  }
  return errors;
}
