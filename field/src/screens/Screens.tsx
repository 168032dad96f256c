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
const CallScreen = lazy(() => import('./task/CallScreen.tsx'));
const GiveBackScreen = lazy(() => import('./task/GiveBackScreen.tsx'));
const VisitScreen = lazy(() => import('./visit/VisitScreen.tsx'));
const SavedScreen = lazy(() => import('./visit/finish/SavedScreen.tsx'));
const QueueScreen = lazy(() => import('./queue/QueueScreen.tsx'));
const SentVisitScreen = lazy(() => import('./queue/SentVisitScreen.tsx'));
const OrderScreen = lazy(() => import('./today/OrderScreen.tsx'));
const MeScreen = lazy(() => import('./me/MeScreen.tsx'));
const CardScreen = lazy(() => import('./me/CardScreen.tsx'));
const WeekScreen = lazy(() => import('./me/WeekScreen.tsx'));
const QualityScreen = lazy(() => import('./me/QualityScreen.tsx'));
const PracticeScreen = lazy(() => import('./practice/PracticeScreen.tsx'));
const ChangeSecretScreen = lazy(() => import('./me/ChangeSecretScreen.tsx'));

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

/** The placeholder while a screen loads. Its text appears only if loading takes long. */
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

/**
 * Returns the React key of the page at an address. All steps of one visit have the same key, so that the
 * draft is not read again at each step.
 */
const pageOf = (address: string) =>
  /^\/(visit|practice)\//.test(address) ? address.split('/').slice(0, 3).join('/') : address;

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
      if (part === 'give-back') return <GiveBackScreen taskId={Number(id)} />;
      if (part === 'call') return <CallScreen taskId={Number(id)} />;
      return <TaskScreen taskId={Number(id)} />;
    case 'visit':
      return <VisitScreen visitId={id} step={part} detail={rest} />;
    case 'kept':
      return <SavedScreen visitId={id} />;
    case 'queue':
      return id ? <SentVisitScreen visitId={id} /> : <QueueScreen />;
    case 'practice':
      return <PracticeScreen number={id} step={part} detail={rest} />;
    case 'card':
      return <CardScreen />;
    case 'quality':
      return <QualityScreen />;
    case 'week':
      return <WeekScreen />;
    case 'order':
      return <OrderScreen />;
    case 'me':
      return id === 'pin' ? <ChangeSecretScreen /> : <MeScreen />;
    default:
      return <TodayScreen />;
  }
}
