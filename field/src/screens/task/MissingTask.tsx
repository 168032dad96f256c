import { goTo } from '../../lib/address.ts';
import { Button } from '../../ui/Button.tsx';
import { Actions, Bar, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';

export function MissingTask() {
  const say = useWords();
  return (
    <Screen
      header={<Bar title={say('task.missing')} />}
      foot={
        <Actions>
          <Button kind="go" onClick={() => goTo('/', { replace: true })}>
            {say('visit.leave')}
          </Button>
        </Actions>
      }
    >
      <p>{say('task.missingHint')}</p>
    </Screen>
  );
}
