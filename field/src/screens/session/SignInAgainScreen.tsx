import { goBack } from '../../lib/address.ts';
import { continueWork } from '../../lib/session/sign-in.ts';
import { BackButton } from '../../ui/Button.tsx';
import { useWords } from '../../words/use-words.ts';
import { SignInForm } from './SignInForm.tsx';

/** The office wants the password once more; work and queue stay as they are. */
export default function SignInAgainScreen() {
  const say = useWords();
  return (
    <SignInForm
      title={say('again')}
      hint={say('again.why')}
      beside={<BackButton label={say('back')} onClick={() => goBack()} />}
      onSignedIn={async (signedIn) => {
        await continueWork(signedIn);
        goBack();
      }}
    />
  );
}
