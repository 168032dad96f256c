import { lazy } from 'react';
import { goTo } from '../../lib/address.ts';
import { beginWork, type SignedIn } from '../../lib/session/sign-in.ts';

const SetSecretScreen = lazy(() => import('./SetSecretScreen.tsx'));

export function NewPinFlow({ signedIn, onBack }: { signedIn: SignedIn; onBack: () => void }) {
  const begin = async (secret: string) => {
    await beginWork(signedIn, secret);
    goTo('/', { replace: true });
  };
  return <SetSecretScreen onBack={onBack} onChosen={begin} />;
}
