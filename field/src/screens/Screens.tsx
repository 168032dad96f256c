import { lazy, Suspense } from 'react';
import { useAddress } from '../lib/address.ts';
import { useLock } from '../lib/lock/lock.ts';
import { useWords } from '../words/use-words.ts';
import { CrashGuard, OpenAgain } from './CrashGuard.tsx';
import { SignInFlow } from './session/SignInFlow.tsx';
import { UnlockScreen } from './session/UnlockScreen.tsx';
import { TodayScreen } from './today/TodayScreen.tsx';

const ReadyScreen = lazy(() => import('./session/ReadyScreen.tsx'));
const SignInAgainScreen = lazy(() => import('./session/SignInAgainScreen.tsx'));
const TaskScreen = lazy(() => import('./task/TaskScreen.tsx'));
const GiveBackScreen = lazy(() => import('./task/GiveBackScreen.tsx'));
const VisitScreen = lazy(() => import('./visit/VisitScreen.tsx'));
const KeptScreen = lazy(() => import('./visit/finish/KeptScreen.tsx'));
const QueueScreen = lazy(() => import('./queue/QueueScreen.tsx'));
const SentVisitScreen = lazy(() => import('./queue/SentVisitScreen.tsx'));
const MeScreen = lazy(() => import('./me/MeScreen.tsx'));
const ChangeSecretScreen = lazy(() => import('./me/ChangeSecretScreen.tsx'));

/** The whole app: the lock screen, or the screen that the address names. */
export function Screens() {
  return (
    <div className="phone">
      <CrashGuard>
        <Suspense fallback={<Opening />}>
          <LockedScreens />
        </Suspense>
      </CrashGuard>
    </div>
  );
}

/** Stands for a screen that is still awaited; it can be read only where that takes long. */
function Opening() {
  const say = useWords();
  return (
    <div className="late h-full">
      <OpenAgain title={say('opening')} hint={say('openingHint')} />
    </div>
  );
}

function LockedScreens() {
  const lock = useLock();
  const address = useAddress();
  switch (lock?.state) {
    case 'unset':
      return <SignInFlow />;
    case 'locked':
      return <UnlockScreen lock={lock} />;
    case 'open':
      return <OpenScreen address={address} />;
    default:
      return <Opening />;
  }
}

/** The steps of one visit are one page, so that its draft is not read anew at each step. */
const pageOf = (address: string) =>
  address.startsWith('/visit/') ? address.split('/').slice(0, 3).join('/') : address;

function OpenScreen({ address }: { address: string }) {
  return <Page key={pageOf(address)} address={address} />;
}

function Page({ address }: { address: string }) {
  const [, page = '', id = '', part = '', rest = ''] = address.split('/');
  switch (page) {
    case 'ready':
      return <ReadyScreen />;
    case 'sign-in':
      return <SignInAgainScreen />;
    case 'task':
      return part === 'give-back' ? (
        <GiveBackScreen taskId={Number(id)} />
      ) : (
        <TaskScreen taskId={Number(id)} />
      );
    case 'visit':
      return <VisitScreen visitId={id} step={part} detail={rest} />;
    case 'kept':
      return <KeptScreen visitId={id} />;
    case 'queue':
      return id ? <SentVisitScreen visitId={id} /> : <QueueScreen />;
    case 'me':
      return id === 'pin' ? <ChangeSecretScreen /> : <MeScreen />;
    default:
      return <TodayScreen />;
  }
}
