import type { AgentTask } from '@doorstep/contract/visits/phone';
import { AlarmClock, Clock, Navigation, Phone, RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { goBack, goTo } from '../../lib/address.ts';
import { useIsTooOld } from '../../lib/app/least-version.ts';
import { isFull } from '../../lib/db/database.ts';
import { useReads } from '../../lib/messages/unread.ts';
import { useTasks } from '../../lib/tasks/tasks.ts';
import { forgetVisitShown } from '../../lib/visit/at-door.ts';
import { readDraft, startVisit } from '../../lib/visit/draft.ts';
import { useOpenVisits } from '../../lib/visit/open-visits.ts';
import { BackButton, Button, LinkButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Actions, Bar, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';
import { AskCall } from '../AskCall.tsx';
import { CardButton } from '../CardButton.tsx';
import { dial } from '../dial.ts';
import { NotSaved } from '../NotSaved.tsx';
import { callLink, mapLink } from '../places.ts';
import { timeLeft } from '../time-left.ts';
import { useNow } from '../use-now.ts';
import { Conversation } from './Conversation.tsx';
import { MissingTask } from './MissingTask.tsx';
import { SpaceNotice } from './SpaceNotice.tsx';
import { TaskDetails } from './TaskDetails.tsx';
import { useUpdate } from './use-update.ts';

export default function TaskScreen({ taskId }: { taskId: number }) {
  const say = useWords();
  const tasks = useTasks();
  const open = useOpenVisits();
  const reads = useReads();
  const isTooOld = useIsTooOld();
  const { update, isBusy, news } = useUpdate();
  const [problem, setProblem] = useState<'full' | 'failed'>();
  const task = tasks?.find(({ id }) => id === taskId);
  if (!tasks || !open || !reads) return null;
  if (!task) return <MissingTask />;
  const openVisit = open.get(taskId);
  const begin = async () => {
    try {
      const visitId = openVisit ?? (await startVisit(task));
      if (openVisit) forgetVisitShown();
      const step = (await readDraft(visitId))?.step || 'where';
      goTo(`/visit/${visitId}/${step}`);
    } catch (error) {
      setProblem(isFull(error) ? 'full' : 'failed');
      reportError(error);
    }
  };
  const mayNotBegin = isTooOld === true && openVisit === undefined;
  const words = openVisit
    ? say('task.continue')
    : say(task.sent_back ? 'task.makeAgain' : 'task.start');
  return (
    <Screen
      className="px-4 py-1"
      header={
        <Bar title={task.name}>
          <Status task={task} />
        </Bar>
      }
      foot={
        <Actions isRuled>
          <LinkButton href={callLink(task)} onClick={(event) => void dial(event, task)}>
            <Phone aria-hidden className="icon-small" />
            {say('call')}
          </LinkButton>
          <LinkButton href={mapLink(task)}>
            <Navigation aria-hidden className="icon-small" />
            {say('map')}
          </LinkButton>
          <span className="flex basis-full gap-2">
            <BackButton label={say('back')} onClick={() => goBack()} />
            {mayNotBegin ? (
              <Button kind="go" aria-disabled={isBusy} onClick={update}>
                {say(isBusy ? 'update.busy' : 'update.now')}
              </Button>
            ) : (
              <Button kind="go" onClick={() => void begin()}>
                {words}
              </Button>
            )}
          </span>
        </Actions>
      }
    >
      {mayNotBegin && (
        <div className="py-2">
          <Notice kind="warning" title={say('update.needed')}>
            {say('update.neededHint')}
            {news && (
              <b role="status" className="block pt-1">
                {say(news)}
              </b>
            )}
          </Notice>
        </div>
      )}
      {problem && (
        <div className="py-2">
          <NotSaved problem={problem} />
        </div>
      )}
      <AskCall taskId={taskId} className="py-2" />
      <SpaceNotice />
      {task.messages && <Conversation task={task} reads={reads} />}
      <TaskDetails task={task} />
      <div className="border-t border-rule py-2">
        <CardButton />
      </div>
      {!task.messages && (
        <div className="border-t border-rule">
          <Conversation task={task} reads={reads} />
        </div>
      )}
      {!openVisit && (
        <div className="border-t border-rule py-2">
          <Button kind="text" onClick={() => goTo(`/task/${taskId}/give-back`)}>
            <Undo2 aria-hidden className="icon-small" />
            {say('task.giveBack')}
          </Button>
        </div>
      )}
    </Screen>
  );
}

function Status({ task }: { task: AgentTask }) {
  const say = useWords();
  const now = useNow();
  const { words, urgency } = timeLeft(task.due_at, now, say);
  const Icon = task.sent_back ? RotateCcw : urgency === 'now' ? AlarmClock : Clock;
  if (!task.sent_back && task.due_at === null) return null;
  return (
    <span className="flex max-w-[45%] items-center gap-1.5 pe-3 text-sm font-semibold">
      <Icon aria-hidden className="icon-small" />
      {task.sent_back ? say('today.sentBack') : words}
    </span>
  );
}
