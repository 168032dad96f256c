import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { goBack, goTo } from '../../lib/address.ts';
import { useSpace } from '../../lib/app/space.ts';
import { useIsStored, useUpdateWaits } from '../../lib/app/worker.ts';
import { useCallWaits } from '../../lib/calls/calls.ts';
import { isFull } from '../../lib/db/database.ts';
import { useMessageWaits } from '../../lib/messages/conversation.ts';
import { useAccount } from '../../lib/session/account.ts';
import { useHasReadableKey } from '../../lib/session/device.ts';
import { signOut } from '../../lib/session/sign-out.ts';
import { useQueue } from '../../lib/sync/queue.ts';
import { knowsWifi, setWifiOnly, useWifiOnly } from '../../lib/sync/wifi-only.ts';
import { useOpenVisits } from '../../lib/visit/open-visits.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { ChoiceButton } from '../../ui/Choices.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Actions, Bar, Screen } from '../../ui/Screen.tsx';
import { sizeOf } from '../../words/format.ts';
import { useWords } from '../../words/use-words.ts';
import { Link } from '../Link.tsx';
import { NotSaved } from '../NotSaved.tsx';
import { ChooseLanguage } from './ChooseLanguage.tsx';
import { TellNews } from './TellNews.tsx';

export default function MeScreen() {
  const say = useWords();
  const account = useAccount();
  const hasReadableKey = useHasReadableKey();
  const updateWaits = useUpdateWaits();
  return (
    <Screen
      className="px-4 pb-4"
      header={<Bar title={say('me')} />}
      foot={
        <Actions isRuled>
          <BackButton label={say('back')} onClick={() => goBack()} />
          <SignOut />
        </Actions>
      }
    >
      <div className="divide-y divide-rule">
        {account?.user && (
          <div className="py-3">
            <p className="text-lg font-semibold wrap-anywhere">{account.user.name}</p>
            <p className="text-sm wrap-anywhere text-muted">{account.user.email}</p>
          </div>
        )}
        <LinkRow to="/card" title={say('card')} hint={say('card.hint')} />
        <LinkRow to="/week" title={say('week')} hint={say('week.hint')} />
        <LinkRow to="/quality" title={say('quality')} hint={say('quality.hint')} />
        <LinkRow to="/practice" title={say('practice')} hint={say('practice.hint')} />
        <ChooseLanguage />
        <LinkRow to="/me/pin" title={say('me.pin')} hint={say('me.pinHint')} />
        <TellNews />
        {knowsWifi() && <WifiOnly />}
        <Storage />
        <div className="py-3">
          <h2 className="font-semibold">{say('me.limits')}</h2>
          <p className="text-sm">{say('me.limitsText')}</p>
          {hasReadableKey && <p className="pt-1 text-sm">{say('me.readableKey')}</p>}
        </div>
        <div className="py-3 text-sm text-muted">
          <p>{say('me.version', { version: import.meta.env.VITE_APP_VERSION ?? '' })}</p>
          {updateWaits && <p>{say('update.waits')}</p>}
        </div>
      </div>
    </Screen>
  );
}

function LinkRow({ to, title, hint }: { to: string; title: string; hint: string }) {
  return (
    <Link to={to} className="flex min-h-14 items-center gap-3 py-2">
      <span className="flex-1 font-semibold">
        {title}
        <span className="block text-sm font-normal text-muted">{hint}</span>
      </span>
      <ChevronRight aria-hidden className="icon text-muted" />
    </Link>
  );
}

function WifiOnly() {
  const say = useWords();
  const isOn = useWifiOnly();
  const [problem, setProblem] = useState<'full' | 'failed'>();
  const change = async () => {
    try {
      await setWifiOnly(!isOn);
      setProblem(undefined);
    } catch (error) {
      setProblem(isFull(error) ? 'full' : 'failed');
      reportError(error);
    }
  };
  return (
    <div className="grid gap-2 py-3">
      <ChoiceButton
        isMany
        isChosen={isOn === true}
        hint={say('me.wifiOnlyHint')}
        onClick={() => void change()}
      >
        {say('me.wifiOnly')}
      </ChoiceButton>
      {problem && <NotSaved problem={problem} />}
    </div>
  );
}

function Storage() {
  const say = useWords();
  const space = useSpace();
  const isStored = useIsStored();
  if (!space) return null;
  return (
    <div className="grid gap-1 py-3">
      <h2 className="font-semibold">{say('me.storage')}</h2>
      <p className="text-sm text-muted">
        {say('me.used', { used: sizeOf(space.usedBytes), free: sizeOf(space.freeBytes) })}
      </p>
      {space.isPersisted ? (
        <p className="text-sm font-semibold text-positive">{say('me.protected')}</p>
      ) : (
        <p className="text-sm font-semibold text-warning">{say('me.notProtected')}</p>
      )}
      {!isStored && <p className="text-sm font-semibold text-warning">{say('ready.storing')}</p>}
    </div>
  );
}

function SignOut() {
  const say = useWords();
  const queue = useQueue();
  const open = useOpenVisits();
  const account = useAccount();
  const callWaits = useCallWaits();
  const messageWaits = useMessageWaits();
  const [isSure, setSure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const unsent = queue?.filter((row) => row.receivedAt === null && !row.isSavedToFile).length ?? 0;
  const refusal: ReactNode =
    unsent > 0
      ? say.count('me.signOutRefused', unsent)
      : open && open.size > 0
        ? say('me.signOutDraft')
        : callWaits && account?.isEnded === false
          ? say('me.signOutCall')
          : messageWaits && account?.isEnded === false
            ? say('me.signOutMessages')
            : undefined;
  const leave = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      if (await signOut()) goTo('/', { replace: true });
      // Signing out is no longer possible, for example because the agent has started a visit in another tab.
      // The screen now says why.
      else setSure(false);
    } catch (error) {
      setSure(false);
      reportError(error);
    }
    setBusy(false);
  };
  if (refusal) {
    return <p className="flex min-w-0 flex-1 items-center text-sm font-semibold">{refusal}</p>;
  }
  if (!isSure) {
    return (
      <Button kind="alt" onClick={() => setSure(true)}>
        {say('me.signOut')}
      </Button>
    );
  }
  return (
    <>
      <Button kind="danger" aria-disabled={isBusy} onClick={() => void leave()}>
        {say('me.signOut')}
      </Button>
      <div className="order-first basis-full">
        <Notice kind="info" isNews title={say('me.signOutSure')}>
          {say('me.signOutWhat')}
        </Notice>
      </div>
    </>
  );
}
