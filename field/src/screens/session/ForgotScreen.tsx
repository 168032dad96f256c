import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { SignedIn } from '../../lib/session/sign-in.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { Actions, Heading, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';
import { NewPinFlow } from './NewPinFlow.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Deletes nothing before the new PIN is set. */
export default function ForgotScreen({ onBack }: { onBack: () => void }) {
  const say = useWords();
  const [isSure, setSure] = useState(false);
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const back = <BackButton label={say('back')} onClick={onBack} />;
  if (signedIn) return <NewPinFlow signedIn={signedIn} onBack={onBack} />;
  if (isSure) {
    return (
      <SignInForm
        title={say('signIn')}
        hint={say('forgot.until')}
        backButton={back}
        onSignedIn={setSignedIn}
      />
    );
  }
  return (
    <Screen
      foot={
        <Actions>
          {back}
          <Button kind="go" onClick={() => setSure(true)}>
            {say('forgot.sign')}
          </Button>
        </Actions>
      }
    >
      <Heading>{say('forgot')}</Heading>
      <p className="mt-2">{say('forgot.what')}</p>
      <ul className="mt-4 grid gap-3 font-semibold">
        <li className="flex gap-3">
          <CircleCheck aria-hidden className="icon text-positive" />
          {say('forgot.stays')}
        </li>
        <li className="flex gap-3">
          <CircleAlert aria-hidden className="icon text-warning" />
          {say('forgot.goes')}
        </li>
      </ul>
    </Screen>
  );
}
