import { useState } from 'react';
import { goBack } from '../../lib/address.ts';
import { useAccount } from '../../lib/session/account.ts';
import { continueWork, noteClosed, type SignedIn } from '../../lib/session/sign-in.ts';
import { useUnsentVisits } from '../../lib/sync/queue.ts';
import { BackButton } from '../../ui/Button.tsx';
import { useWords } from '../../words/use-words.ts';
import { NewPinFlow } from './NewPinFlow.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The same agent continues with the stored work and queue. Another agent must set a new PIN. */
export default function SignInAgainScreen() {
  const say = useWords();
  const account = useAccount();
  const unsent = useUnsentVisits()?.length ?? 0;
  const [other, setOther] = useState<SignedIn>();
  if (!account) return null;
  if (other) return <NewPinFlow signedIn={other} onBack={() => goBack()} />;
  return (
    <SignInForm
      title={say('again')}
      hint={unsent > 0 ? `${say('again.why')} ${say('again.rescue')}` : say('again.why')}
      name={account.user?.email}
      closed={account.closed}
      onClosed={noteClosed}
      backButton={<BackButton label={say('back')} onClick={() => goBack()} />}
      onSignedIn={async (signedIn) => {
        if (signedIn.isOther) return setOther(signedIn);
        await continueWork(signedIn);
        goBack();
      }}
    />
  );
}
