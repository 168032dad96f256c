import { CircleAlert, CircleCheck, CirclePlus } from 'lucide-react';
import { goTo } from '../../lib/address.ts';
import { install, useInstallState } from '../../lib/app/install.ts';
import { useSpace } from '../../lib/app/space.ts';
import { useIsStored } from '../../lib/app/worker.ts';
import { useTasks } from '../../lib/tasks/tasks.ts';
import { Button } from '../../ui/Button.tsx';
import { Actions, Heading, Screen } from '../../ui/Screen.tsx';
import { StreetMap } from '../../ui/StreetMap.tsx';
import { useWords } from '../../words/use-words.ts';

export default function ReadyScreen() {
  const say = useWords();
  const tasks = useTasks();
  const space = useSpace();
  const installed = useInstallState();
  const isStored = useIsStored();
  const today = () => goTo('/', { replace: true });
  return (
    <Screen
      header={
        <div className="relative isolate h-[120px] flex-none overflow-hidden bg-pine">
          <StreetMap round="low" />
        </div>
      }
      foot={
        <Actions>
          {installed === 'offered' && (
            <Button kind="go" className="basis-full" onClick={() => void install()}>
              {say('ready.add')}
            </Button>
          )}
          <Button kind={installed === 'offered' ? 'alt' : 'go'} onClick={today}>
            {say('ready.go')}
          </Button>
        </Actions>
      }
    >
      <Heading>{say('ready')}</Heading>
      <ul className="mt-3">
        {tasks && (
          <Line
            isGood={isStored}
            title={say.count('ready.visits', tasks.length)}
            hint={say(isStored ? 'ready.offline' : 'ready.storing')}
          />
        )}
        <Line isGood title={say('ready.locked')} hint={say('ready.lockedHint')} />
        {space &&
          (space.isPersisted ? (
            <Line isGood title={say('ready.protected')} hint={say('ready.protectedHint')} />
          ) : (
            <Line title={say('ready.unprotected')} hint={say('ready.unprotectedHint')} />
          ))}
        {installed === 'installed' ? (
          <Line isGood title={say('ready.installed')} hint={say('ready.installedHint')} />
        ) : (
          <Line
            isToAdd
            title={say('ready.notInstalled')}
            hint={say(installed === 'by hand' ? 'ready.iosHint' : 'ready.notInstalledHint')}
          />
        )}
      </ul>
    </Screen>
  );
}

interface LineProps {
  title: string;
  hint: string;
  isGood?: boolean;
  isToAdd?: boolean;
}

function Line({ title, hint, isGood, isToAdd }: LineProps) {
  const Icon = isGood ? CircleCheck : isToAdd ? CirclePlus : CircleAlert;
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-rule py-2">
      <Icon aria-hidden className={`icon ${isGood ? 'text-positive' : 'text-warning'}`} />
      <p className="leading-tight font-semibold">
        {title}
        <span className="block pt-0.5 text-sm font-normal text-muted">{hint}</span>
      </p>
    </li>
  );
}
