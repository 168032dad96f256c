import { useState } from 'react';
import { isFull } from '../../lib/db/database.ts';
import { kindOfSecret } from '../../lib/lock/wrapped-key.ts';
import { OtherAgentsWork } from '../../lib/session/sign-in.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { Keypad, PinDots } from '../../ui/Keypad.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Actions, Heading, Screen } from '../../ui/Screen.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useWords, type WordKey } from '../../words/use-words.ts';

interface SetSecretProps {
  onBack?: () => void;
  onChosen: (secret: string) => Promise<void>;
}

export default function SetSecretScreen(props: SetSecretProps) {
  const [isPhrase, setPhrase] = useState(false);
  return isPhrase ? (
    <SetPhrase {...props} onOther={() => setPhrase(false)} />
  ) : (
    <SetPin {...props} onOther={() => setPhrase(true)} />
  );
}

interface Choosing extends SetSecretProps {
  onOther: () => void;
}

function wordsOf(error: unknown): WordKey {
  if (error instanceof OtherAgentsWork) return 'signIn.othersWork';
  reportError(error);
  return isFull(error) ? 'visit.notKept' : 'pin.failed';
}

function SetPin({ onChosen, onBack, onOther }: Choosing) {
  const say = useWords();
  const [typed, setTyped] = useState('');
  const [first, setFirst] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const begin = (words: string) => {
    setProblem(words);
    setTyped('');
    setFirst('');
  };
  const type = (digit: string) => {
    const next = (typed + digit).slice(0, 6);
    setTyped(next);
    setProblem('');
    if (next.length < 6) return;
    if (first === '') {
      if (kindOfSecret(next) === undefined) return begin(say('pin.tooEasy'));
      setFirst(next);
      setTyped('');
    } else if (first !== next) begin(say('pin.differs'));
    else {
      setBusy(true);
      onChosen(next).catch((error: unknown) => {
        begin(say(wordsOf(error)));
        setBusy(false);
      });
    }
  };
  return (
    <Screen
      isLow
      className="px-4 pt-4"
      foot={
        <div className="screen-foot bg-paper px-3 pt-2">
          <Keypad
            label={say('pin.pad')}
            deleteLabel={say('pin.delete')}
            isDisabled={isBusy}
            {...(onBack && {
              corner: <BackButton label={say('back')} onClick={onBack} className="w-full" />,
            })}
            onDigit={type}
            onDelete={() => setTyped(typed.slice(0, -1))}
          />
        </div>
      }
    >
      <Heading key={first}>{first ? say('pin.repeat') : say('pin.choose')}</Heading>
      <p className="if-room mt-2 text-muted">{first ? say('pin.repeatHint') : say('pin.hides')}</p>
      <div className="my-auto grid gap-3 py-4">
        <PinDots typed={typed.length} label={say('pin.digits', { count: typed.length })} />
        <p role="alert" className="min-h-6 text-center font-semibold text-balance text-danger">
          {problem}
        </p>
      </div>
      <Button kind="text" className="self-center" onClick={onOther}>
        {say('pin.usePhrase')}
      </Button>
    </Screen>
  );
}

function SetPhrase({ onChosen, onBack, onOther }: Choosing) {
  const say = useWords();
  const [phrase, setPhrase] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<'short' | 'differs'>();
  const [failure, setFailure] = useState<WordKey>();
  const [isBusy, setBusy] = useState(false);
  const save = () => {
    if (kindOfSecret(phrase) !== 'passphrase') return setProblem('short');
    if (phrase !== again) return setProblem('differs');
    setBusy(true);
    setFailure(undefined);
    onChosen(phrase).catch((error: unknown) => {
      setFailure(wordsOf(error));
      setBusy(false);
    });
  };
  const reveal = { show: say('show'), hide: say('hide') };
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) save();
      }}
    >
      <Screen
        foot={
          <Actions>
            {onBack && <BackButton label={say('back')} onClick={onBack} />}
            <Button kind="go" type="submit">
              {say('phrase.save')}
            </Button>
          </Actions>
        }
      >
        <Heading>{say('phrase.choose')}</Heading>
        <p className="mt-2 text-muted">{say('phrase.hides')}</p>
        <div className="mt-4 grid grid-cols-1 gap-3.5">
          <TextField
            label={say('phrase.label')}
            autoComplete="new-password"
            autoCapitalize="none"
            reveal={reveal}
            value={phrase}
            onValue={setPhrase}
            problem={problem === 'short' ? say('phrase.short') : undefined}
          />
          <TextField
            label={say('phrase.repeat')}
            autoComplete="new-password"
            autoCapitalize="none"
            reveal={reveal}
            value={again}
            onValue={setAgain}
            problem={problem === 'differs' ? say('phrase.differs') : undefined}
          />
          {failure && <Notice kind="danger" title={say(failure)} isNews />}
          <Button kind="text" className="justify-self-start" onClick={onOther}>
            {say('pin.usePin')}
          </Button>
        </div>
      </Screen>
    </form>
  );
}
