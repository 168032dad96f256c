import { CircleAlert, CircleCheck } from 'lucide-react';
import { forget } from '../../lib/lock/lock.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { Actions, Heading, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';

/** Says what is lost with a forgotten PIN, before the key is deleted. */
export default function ForgotScreen({ onBack }: { onBack: () => void }) {
  const say = useWords();
  return (
    <Screen
      foot={
        <Actions>
          <BackButton label={say('back')} onClick={onBack} />
          <Button kind="go" onClick={() => void forget()}>
            {say('forgot.sign')}
          </Button>
        </Actions>
      }
    >
      <Heading>{say('forgot')}</Heading>
      <p className="mt-2">{say('forgot.what')}</p>
      <ul className="mt-4 grid gap-3 font-semibold">
        <li className="flex gap-3">
          <CircleCheck aria-hidden className="icon text-positive" />
          {say('forgot.stays')}
        </li>
        <li className="flex gap-3">
          <CircleAlert aria-hidden className="icon text-warning" />
          {say('forgot.goes')}
        </li>
      </ul>
    </Screen>
  );
}
