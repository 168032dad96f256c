import { goBack, goTo } from '../lib/address.ts';
import type { Failure } from '../lib/sync/from-office.ts';
import { BackButton, Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Actions } from '../ui/Screen.tsx';
import { useWords } from '../words/use-words.ts';

interface AwaitedProps {
  failure: Failure | undefined;
  /** The sentence about what the screen would show with a network. */
  offlineHint: string;
}

/** Shows that data from the office is loading, or the reason why it can't be shown. */
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

/** The buttons below data from the office: Back, and after a failure a button to try again or to sign in. */
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
