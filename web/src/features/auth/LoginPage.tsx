import { login } from '@doorstep/contract/auth';
import { texts } from '@doorstep/contract/errors';
import { delays } from '@doorstep/contract/limits';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { config } from '../../lib/config.ts';
import { returnPath } from '../../lib/return-path.ts';
import { Button } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { StreetMap } from '../../ui/StreetMap.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { type Credentials, signIn } from './sign-in.ts';

export function LoginPage() {
  const { shortName } = config();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] md:grid-cols-[5fr_7fr] md:grid-rows-1">
      <aside className="nav-bar relative isolate flex flex-col justify-between gap-12 overflow-hidden bg-header p-5 text-ink md:p-10">
        <StreetMap className="absolute inset-0 -z-10 hidden size-full md:block" />
        <p className="flex items-center gap-2.5 text-xl font-bold">
          <Mark className="size-8" />
          {shortName}
        </p>
        <p className="hidden max-w-80 text-2xl text-balance leading-9 font-semibold md:block">
          Residence and office verifications, reviewed and signed off in one place.
        </p>
      </aside>
      <main className="grid px-5 py-10 md:place-items-center">
        <div className="w-full max-w-90 justify-self-center">
          <h1 className="text-2xl font-bold">Log in</h1>
          <p className="mt-1 mb-6 text-muted">Enter your credentials to log in</p>
          <LoginForm />
          <p className="mt-8 border-t border-rule pt-4 text-sm text-muted">
            For administrators only. If you have lost your password, ask a super admin to reset it.
          </p>
        </div>
      </main>
    </div>
  );
}

type Errors = Partial<Record<keyof Credentials, string>>;

function LoginForm() {
  const router = useRouter();
  const { from } = useSearch({ from: '/login' });
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
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
    const refused = await signIn(typed.data);
    if (refused !== undefined) {
      setBusy(false);
      setRefusal(refused);
      return;
    }
    toast.success(texts.login.success);
    setTimeout(() => router.history.replace(returnPath(from)), delays.loginRedirect);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      {refusal && <Notice tone="negative">{refusal}</Notice>}
      <TextField
        label="Phone or email"
        name="email_or_mobile"
        required
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
