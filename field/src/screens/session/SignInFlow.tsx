import { unreadLanguages } from '@doorstep/contract/languages';
import { lazy, useEffect, useState } from 'react';
import { goTo } from '../../lib/address.ts';
import { requestPersistentStorage } from '../../lib/app/space.ts';
import { readMeta } from '../../lib/db/database.ts';
import { useStored } from '../../lib/db/use-stored.ts';
import { beginWork, type SignedIn } from '../../lib/session/sign-in.ts';
import { Mark } from '../../ui/Marks.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StreetMap } from '../../ui/StreetMap.tsx';
import { useWords } from '../../words/use-words.ts';
import { PickLanguage } from './PickLanguage.tsx';
import { SignInForm } from './SignInForm.tsx';

const loadSetSecret = () => import('./SetSecretScreen.tsx');
const SetSecretScreen = lazy(loadSetSecret);

/** Whether the browser has deleted this app's data. */
const readLoss = async () => (await readMeta('lostAt')) !== undefined;

/** The sign-in while no PIN is set: on a new phone, after a sign-out, or after ten failed unlocks. */
export function SignInFlow() {
  const say = useWords();
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const hasLost = useStored(readLoss, 'meta');
  // Loads the next screen early, because the network may be gone after the sign-in. If this fails, the
  // screen is loaded when it is shown.
  useEffect(() => void loadSetSecret().catch(() => {}), []);
  if (signedIn) {
    const begin = async (secret: string) => {
      await beginWork(signedIn, secret);
      await requestPersistentStorage();
      goTo('/ready', { replace: true });
    };
    return <SetSecretScreen onChosen={begin} />;
  }
  return (
    <SignInForm
      title={say('signIn')}
      hint={
        unreadLanguages.includes(say.language)
          ? `${say('signIn.network')} * ${say('me.machineMade')}`
          : say('signIn.network')
      }
      header={<Cover />}
      notice={
        hasLost && (
          <Notice kind="danger" title={say('signIn.lost')}>
            {say('signIn.lostHint')}
          </Notice>
        )
      }
      onSignedIn={setSignedIn}
    />
  );
}

function Cover() {
  return (
    <div className="relative isolate min-h-[150px] flex-none overflow-hidden bg-pine pt-3 ps-4 pe-2 text-on-pine">
      <StreetMap round="short" />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex items-center gap-2.5 text-xl font-bold">
          <Mark />
          Doorstep
        </span>
        <PickLanguage />
      </div>
    </div>
  );
}
