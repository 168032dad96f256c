import { goBack, goTo } from '../lib/address.ts';
import type { Failure } from '../lib/sync/from-office.ts';
import { BackButton, Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Actions } from '../ui/Screen.tsx';
import { useWords } from '../words/use-words.ts';

interface AwaitedProps {
  failure: Failure | undefined;
  /** Shown if there is no network. The text says what the screen would show with a network. */
  offlineHint: string;
}

export function Awaited({ failure, offlineHint }: AwaitedProps) {
  const say = useWords();
  if (!failure) return <p role="status">{say('sent.opening')}</p>;
  return (
    <Notice kind="warning" isNews title={say(`sent.${failure}`)}>
      {failure === 'offline' && offlineHint}
    </Notice>
  );
}

interface OfficeFootProps {
  failure: Failure | undefined;
  again: () => void;
  otherwise: string;
}

export function OfficeFoot({ failure, again, otherwise }: OfficeFootProps) {
  const say = useWords();
  return (
    <Actions isRuled>
      <BackButton label={say('back')} onClick={() => goBack(otherwise)} />
      {failure && (
        <Button kind="alt" onClick={failure === 'asks' ? () => goTo('/sign-in') : again}>
          {say(failure === 'asks' ? 'signIn' : 'sent.again')}
        </Button>
      )}
    </Actions>
  );
}
