import { useState } from 'react';
import { goBack } from '../../lib/address.ts';
import { isFull } from '../../lib/db/database.ts';
import { changeSecret, useLock } from '../../lib/lock/lock.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { Actions, Heading, Screen } from '../../ui/Screen.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useWords, type WordKey } from '../../words/use-words.ts';
import SetSecretScreen from '../session/SetSecretScreen.tsx';

export default function ChangeSecretScreen() {
  const say = useWords();
  const lock = useLock();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState<string>();
  const [problem, setProblem] = useState<WordKey>();
  const [isBusy, setBusy] = useState(false);
  if (next === undefined) {
    return (
      <SetSecretScreen onBack={() => goBack('/me')} onChosen={async (secret) => setNext(secret)} />
    );
  }
  const change = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const unlocking = await changeSecret(current, next);
      if (unlocking === 'open') return goBack('/me');
      setProblem(
        unlocking === 'wait' ? 'me.waitFirst' : unlocking === 'full' ? 'unlock.full' : 'me.wrong',
      );
    } catch (error) {
      setProblem(isFull(error) ? 'visit.notKept' : 'pin.failed');
      reportError(error);
    }
    setBusy(false);
  };
  const kind = lock?.kind === 'passphrase' ? 'unlock.phrase' : 'me.currentPin';
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && current) void change();
      }}
    >
      <Screen
        foot={
          <Actions>
            <BackButton label={say('back')} onClick={() => goBack('/me')} />
            <Button kind="go" type="submit" aria-disabled={isBusy}>
              {say('me.pin')}
            </Button>
          </Actions>
        }
      >
        <Heading>{say(kind)}</Heading>
        <div className="mt-4">
          <TextField
            isLabelHidden
            label={say(kind)}
            {...(lock?.kind === 'pin' && { inputMode: 'numeric' as const })}
            reveal={{ show: say('show'), hide: say('hide') }}
            value={current}
            onValue={setCurrent}
            problem={problem && say(problem)}
          />
        </div>
      </Screen>
    </form>
  );
}
