import { ACCOUNT_CLOSED } from '@doorstep/contract/auth';
import { lazy, type ReactNode, useState } from 'react';
import type { ClosedAccount } from '../../lib/session/account-record.ts';
import { NoAnswer, Refusal } from '../../lib/session/api.ts';
import { OtherAgentsWork, type SignedIn, signIn } from '../../lib/session/sign-in.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Actions, Heading, Screen } from '../../ui/Screen.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type Translation, useWords } from '../../words/use-words.ts';

const ClosedScreen = lazy(() => import('./ClosedScreen.tsx'));

interface SignInFormProps {
  title: string;
  hint: string;
  header?: ReactNode;
  notice?: ReactNode;
  backButton?: ReactNode;
  name?: string | undefined;
  /** Set if the server has already reported a closed account. */
  closed?: ClosedAccount | undefined;
  onClosed?: (typed: string, closed: ClosedAccount) => Promise<void>;
  onSignedIn: (signedIn: SignedIn) => Promise<void> | void;
}

export function SignInForm(props: SignInFormProps) {
  const { title, hint, header, notice, backButton, name = '', onClosed, onSignedIn } = props;
  const say = useWords();
  const [user, setUser] = useState(name);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [closed, setClosed] = useState(props.closed);
  if (closed) {
    return (
      <ClosedScreen {...closed} backButton={backButton} onTryAgain={() => setClosed(undefined)} />
    );
  }
  const submit = async () => {
    if (isBusy) return;
    if (!user.trim() || !password) {
      setProblem(say('signIn.missing'));
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      await onSignedIn(await signIn(user.trim(), password));
    } catch (error) {
      setBusy(false);
      if (!(error instanceof Refusal && error.code === ACCOUNT_CLOSED))
        return setProblem(problemOf(error, say));
      const now = { officePhone: error.officePhone ?? null };
      setPassword('');
      setClosed(now);
      onClosed?.(user, now).catch(reportError);
    }
  };
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Screen
        header={header}
        foot={
          <Actions>
            {backButton}
            <Button kind="go" type="submit" aria-disabled={isBusy}>
              {isBusy ? say('signIn.busy') : say('signIn')}
            </Button>
          </Actions>
        }
      >
        <Heading>{title}</Heading>
        <div className="mt-3 grid grid-cols-1 gap-3.5">
          {notice}
          <TextField
            label={say('signIn.user')}
            autoComplete="username"
            autoCapitalize="none"
            value={user}
            onValue={setUser}
          />
          <TextField
            label={say('signIn.password')}
            autoComplete="current-password"
            reveal={{ show: say('show'), hide: say('hide') }}
            value={password}
            onValue={setPassword}
          />
          {problem && <Notice kind="danger" title={problem} isNews />}
          <p className="text-sm text-muted">{hint}</p>
        </div>
      </Screen>
    </form>
  );
}

function problemOf(error: unknown, say: Translation): string {
  if (error instanceof OtherAgentsWork) return say('signIn.othersWork');
  if (error instanceof NoAnswer) return say('signIn.noNetwork');
  if (!(error instanceof Refusal)) return say('signIn.failed');
  if (error.status === 429) return say('signIn.slowDown');
  if (error.status === 400 || error.status === 401) return say('signIn.wrong');
  return say(error.status === 403 ? 'signIn.notAgent' : 'signIn.failed');
}
