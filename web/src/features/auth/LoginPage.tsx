import { delays } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { returnPath } from '../../lib/address/return-path.ts';
import { config } from '../../lib/config.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Mark } from '../../ui/page/Mark.tsx';
import { StreetMap } from '../../ui/page/StreetMap.tsx';
import { CodeStep } from './CodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';

export function LoginPage() {
  const { shortName, hasFieldApp } = config();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] md:grid-cols-[5fr_7fr] md:grid-rows-1">
      <aside className="nav-bar relative isolate flex flex-col justify-between gap-12 overflow-hidden bg-header p-5 text-ink md:p-10">
        <StreetMap className="absolute inset-0 -z-10 hidden size-full md:block" />
        <p className="flex items-center gap-2.5 text-xl font-bold">
          <Mark className="size-8" />
          {shortName}
        </p>
        <p className="hidden max-w-80 text-2xl text-balance leading-9 font-semibold md:block">
          Review residence and office verifications in one place.
        </p>
      </aside>
      <main className="grid px-5 py-10 md:place-items-center">
        <div className="w-full max-w-90 justify-self-center">
          <SignIn />
          <p className="mt-8 border-t border-rule pt-4 text-sm text-muted">
            For administrators only. If you forgot your password, ask a super admin to reset it.
          </p>
          {hasFieldApp && (
            <p className="mt-1 text-sm">
              <a
                href="/field/"
                className="inline-flex min-h-6 items-center text-accent underline underline-offset-2"
              >
                Field agents sign in here
              </a>
            </p>
          )}
        </div>
      </main>
    </div>
  );
}

function SignIn() {
  const router = useRouter();
  const { from } = useSearch({ from: '/login' });
  const [{ challenge, name, refusal }, setStep] = useState<{
    challenge?: string;
    name?: string;
    refusal?: string;
  }>({});

  function enter({ mustEnrol }: { mustEnrol: boolean }) {
    toast.success(texts.login.success);
    const path = mustEnrol ? '/account/second-factor' : returnPath(from);
    setTimeout(() => router.history.replace(path), delays.loginRedirect);
  }

  if (challenge !== undefined) {
    return (
      <>
        <Heading title="One more step" note="Enter your code to log in" />
        <CodeStep
          challenge={challenge}
          onDone={enter}
          onBack={(reason) => setStep({ name, refusal: reason })}
        />
      </>
    );
  }
  return (
    <>
      <Heading title="Log in" note="Enter your credentials to log in" />
      <PasswordStep
        name={name}
        refusal={refusal}
        onDone={(outcome, typed) => {
          if (outcome.kind === 'signed-in') enter(outcome);
          else setStep({ challenge: outcome.challenge, name: typed });
        }}
      />
    </>
  );
}

function Heading({ title, note }: { title: string; note: string }) {
  return (
    <>
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="mt-1 mb-6 text-muted">{note}</p>
    </>
  );
}
