import { lazy, Suspense } from 'react';
import { useAddress } from '../lib/address.ts';
import { useLock } from '../lib/lock/lock.ts';
import { CrashGuard } from './CrashGuard.tsx';
import { ReadyScreen } from './session/ReadyScreen.tsx';
import { SignInAgainScreen } from './session/SignInAgainScreen.tsx';
import { SignInFlow } from './session/SignInFlow.tsx';
import { UnlockScreen } from './session/UnlockScreen.tsx';
import { TodayScreen } from './today/TodayScreen.tsx';

const TaskScreen = lazy(() => import('./task/TaskScreen.tsx'));
const GiveBackScreen = lazy(() => import('./task/GiveBackScreen.tsx'));
const VisitScreen = lazy(() => import('./visit/VisitScreen.tsx'));
const KeptScreen = lazy(() => import('./visit/finish/KeptScreen.tsx'));
const QueueScreen = lazy(() => import('./queue/QueueScreen.tsx'));
const MeScreen = lazy(() => import('./me/MeScreen.tsx'));
const ChangeSecretScreen = lazy(() => import('./me/ChangeSecretScreen.tsx'));

/** The whole app: the lock, and behind it the screen that the address names. */
export function Screens() {
  const lock = useLock();
  const address = useAddress();
  return (
    <div className="phone">
      <CrashGuard>
        <Suspense fallback={null}>
          {lock?.state === 'unset' && <SignInFlow />}
          {lock?.state === 'locked' && <UnlockScreen lock={lock} />}
          {lock?.state === 'open' && <OpenScreen address={address} />}
        </Suspense>
      </CrashGuard>
    </div>
  );
}

/** The steps of one visit are one page: it keeps the camera. */
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
      return <QueueScreen />;
    case 'me':
      return id === 'pin' ? <ChangeSecretScreen /> : <MeScreen />;
    default:
      return <TodayScreen />;
  }
}
