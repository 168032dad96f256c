import { lazy, useEffect, useState } from 'react';
import { type LockView, type Unlocking, unlock } from '../../lib/lock/lock.ts';
import { useSending } from '../../lib/sync/queue.ts';
import { Button } from '../../ui/Button.tsx';
import { Keypad, PinDots } from '../../ui/Keypad.tsx';
import { Mark } from '../../ui/Marks.tsx';
import { Heading, Screen } from '../../ui/Screen.tsx';
import { StreetMap } from '../../ui/StreetMap.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useWords } from '../../words/use-words.ts';

const ForgotScreen = lazy(() => import('./ForgotScreen.tsx'));

/** Must not show names, because anyone can see this screen. */
export function UnlockScreen({ lock }: { lock: LockView }) {
  const say = useWords();
  const sending = useSending();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Unlocking | 'failed'>();
  const [hasForgotten, setForgotten] = useState(false);
  const waits = useSecondsUntil(lock.waitUntil);
  if (hasForgotten) return <ForgotScreen onBack={() => setForgotten(false)} />;

  const open = async (secret: string) => {
    setBusy(true);
    try {
      setOutcome(await unlock(secret));
    } catch (error) {
      setOutcome('failed');
      reportError(error);
    }
    setTyped('');
    setBusy(false);
  };
  const type = (digit: string) => {
    const next = (typed + digit).slice(0, 6);
    setTyped(next);
    setOutcome(undefined);
    if (next.length === 6) void open(next);
  };
  const isPin = lock.kind === 'pin';
  const isShut = isBusy || waits > 0;
  const forgot = (
    <Button
      kind="text"
      className="min-w-0 justify-center px-0 text-[min(1em,6.5vw)] text-on-pine wrap-anywhere"
      onClick={() => setForgotten(true)}
    >
      {say('unlock.forgot')}
    </Button>
  );
  const words = () => {
    if (isBusy) return say('unlock.busy');
    if (waits > 0) return say('unlock.wait', { time: clockOf(waits) });
    if (outcome === 'full' || outcome === 'failed') return say(`unlock.${outcome}`);
    if (outcome !== 'wrong') return '';
    return say.count(
      lock.triesLeft === 0 || lock.waitUntil > 0 ? 'unlock.wrongLast' : 'unlock.wrong',
      lock.triesLeft,
    );
  };
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShut && typed) void open(typed);
      }}
    >
      <Screen
        isLow
        isDeep
        className="items-center px-4 pt-4 text-center"
        foot={
          <div className="screen-foot deep-foot px-3 pt-2">
            {isPin ? (
              <Keypad
                isOnPine
                label={say('pin.pad')}
                deleteLabel={say('pin.delete')}
                isDisabled={isShut}
                onDigit={type}
                onDelete={() => setTyped(typed.slice(0, -1))}
                corner={forgot}
              />
            ) : (
              <div className="flex gap-2">
                {forgot}
                <Button kind="amber" type="submit" disabled={isShut}>
                  {say('unlock.open')}
                </Button>
              </div>
            )}
          </div>
        }
      >
        <StreetMap round="none" />
        <p className="flex items-center gap-2.5 text-xl font-bold">
          <Mark />
          Doorstep
        </p>
        <div className="my-auto grid w-full gap-4 py-4">
          <Heading>{say(isPin ? 'unlock' : 'unlock.phrase')}</Heading>
          {isPin ? (
            <PinDots
              isOnPine
              typed={typed.length}
              label={say('pin.digits', { count: typed.length })}
            />
          ) : (
            <div className="text-start text-ink">
              <TextField
                isLabelHidden
                label={say('phrase.label')}
                autoCapitalize="none"
                reveal={{ show: say('show'), hide: say('hide') }}
                value={typed}
                onValue={setTyped}
              />
            </div>
          )}
          <p role="alert" className="min-h-6 font-semibold">
            {words()}
          </p>
        </div>
        <p className="text-sm text-on-pine-muted">
          {sending && sending.unsent > 0 ? say.count('unlock.sending', sending.unsent) : ''}
        </p>
      </Screen>
    </form>
  );
}

const clockOf = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
