import { useEffect } from 'react';
import { goTo } from '../../../lib/address.ts';
import { useQueue, useSending } from '../../../lib/sync/queue.ts';
import { useTasks } from '../../../lib/tasks/tasks.ts';
import { Button } from '../../../ui/Button.tsx';
import { SavedSign } from '../../../ui/Marks.tsx';
import { Heading, Screen } from '../../../ui/Screen.tsx';
import { StreetMap } from '../../../ui/StreetMap.tsx';
import { sizeOf } from '../../../words/format.ts';
import { useWords } from '../../../words/use-words.ts';
import { visitName } from '../../visit-name.ts';

export default function SavedScreen({ visitId }: { visitId: string }) {
  const say = useWords();
  const queue = useQueue();
  const sending = useSending();
  const tasks = useTasks();
  const visit = queue?.find((row) => row.visitId === visitId);
  const next = tasks?.find(({ id }) => id !== visit?.taskId);
  const isOffline = !navigator.onLine || sending?.state === 'waiting for a network';
  if (queue && !visit) return <Gone />;
  return (
    <Screen
      isDeep
      isLow
      className="justify-end px-6 below-art text-center"
      foot={
        <div className="screen-foot deep-foot flex flex-none flex-col gap-2 px-3 pt-4">
          {next && (
            <Button
              kind="amber"
              className="flex-none wrap-anywhere"
              onClick={() => goTo(`/task/${next.id}`, { replace: true })}
            >
              {say('kept.next', { name: next.name })}
            </Button>
          )}
          <Button kind="pine" className="flex-none" onClick={() => goTo('/', { replace: true })}>
            {say('today')}
          </Button>
        </div>
      }
    >
      <StreetMap round="high" />
      <Heading className="text-3xl!">{say('kept')}</Heading>
      <p className="mt-2.5 text-lg text-balance">
        {visit && say.count('kept.what', visit.photos.length, { name: visitName(visit, say) })}
      </p>
      <p className="mt-2.5 text-balance text-on-pine-muted">
        {say(isOffline ? 'kept.offline' : 'kept.online')}
      </p>
      {sending && sending.unsent > 0 && (
        <p className="mt-4 inline-flex items-center gap-2 self-center font-semibold">
          <SavedSign className="icon text-amber" />
          {say.count('send.count', sending.unsent, { size: sizeOf(sending.bytes) })}
        </p>
      )}
    </Screen>
  );
}

function Gone() {
  useEffect(() => goTo('/', { replace: true }), []);
  return null;
}
