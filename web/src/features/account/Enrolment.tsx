import { confirmEnrolment, startEnrolment } from '@doorstep/contract/auth/second-factor';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { getSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';
import { QrCode } from './QrCode.tsx';
import { useSmallForm } from './use-small-form.ts';

interface Secret {
  secret: string;
  uri: string;
}

interface EnrolmentProps {
  onDone: (recoveryCodes: readonly string[]) => void;
  /** Called if the last request fails. If only its answer was lost, two-step sign-in is on nevertheless. */
  onFailed: () => Promise<void>;
}

export function Enrolment(props: EnrolmentProps) {
  const [secret, setSecret] = useState<Secret>();
  if (!secret) return <AskPassword onDone={setSecret} />;
  return <PairApp {...secret} {...props} onBack={() => setSecret(undefined)} />;
}

function AskPassword({ onDone }: { onDone: (secret: Secret) => void }) {
  const { wiring, errors, failure, isPending } = useSmallForm(
    ({ password = '' }) => call(startEnrolment, { body: { password } }),
    onDone,
  );
  return (
    <form {...wiring} className="max-w-sm space-y-4">
      {failure && <Notice tone="negative">{failure}</Notice>}
      <PasswordField
        label="Your password"
        name="password"
        required
        autoComplete="current-password"
        error={errors.password}
      />
      <Button type="submit" variant="primary" isBusy={isPending}>
        {isPending ? 'Checking...' : 'Set up'}
      </Button>
    </form>
  );
}

interface PairAppProps extends Secret, EnrolmentProps {
  onBack: () => void;
}

function PairApp({ secret, uri, onDone, onFailed, onBack }: PairAppProps) {
  const { wiring, errors, failure, isPending } = useSmallForm(
    ({ code = '' }) =>
      call(confirmEnrolment, { body: { code } }).catch(async (error: unknown) => {
        const isWrongCode = error instanceof ApiError && error.status === 400;
        if (!isWrongCode) await onFailed();
        throw error;
      }),
    (answer) => onDone(answer.recovery_codes),
  );
  // The answer contains the recovery codes, which the server shows only once.
  useBlocker({ shouldBlockFn: () => isPending && getSession() !== null });
  return (
    <form {...wiring} className="space-y-5">
      <Step number={1} title="Scan this QR code with an authenticator app">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <QrCode text={uri} label="QR code for the authenticator app" />
          <div className="max-w-64">
            <p className="text-sm text-muted">Or type this key into the app:</p>
            <p className="mt-1 flex items-start gap-1 font-mono">
              <span>{secret.match(/.{1,4}/g)?.join(' ')}</span>
              <CopyButton text={secret} label="Copy key" />
            </p>
          </div>
        </div>
      </Step>
      <Step number={2} title="Enter the code that the app shows">
        <CodeField label="Six-digit code" inputMode="numeric" autoFocus error={errors.code} />
      </Step>
      {failure && <Notice tone="negative">{failure}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={isPending}>
          {isPending ? 'Turning on...' : 'Turn on'}
        </Button>
        <Button disabled={isPending} onClick={onBack}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 flex items-center gap-2 font-semibold">
        <span
          aria-hidden
          className="grid size-5.5 place-items-center rounded-full bg-accent-soft text-xs text-accent"
        >
          {number}
        </span>
        {title}
      </h3>
      <div className="sm:ps-7.5">{children}</div>
    </section>
  );
}
