import { ArrowDownUp, CircleUserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUpdateWaits } from '../../lib/app/worker.ts';
import { unreadOf, useReads } from '../../lib/messages/unread.ts';
import { type QueueRow, useQueue } from '../../lib/sync/queue.ts';
import { type PlannedTask, sectionOf } from '../../lib/tasks/plan.ts';
import { useHasRoom } from '../../lib/tasks/room.ts';
import { useDay } from '../../lib/tasks/tasks.ts';
import { useOpenVisits } from '../../lib/visit/open-visits.ts';
import { SavedSign } from '../../ui/Marks.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Bar, Screen } from '../../ui/Screen.tsx';
import { dayOf } from '../../words/format.ts';
import { useWords } from '../../words/use-words.ts';
import { AskCall } from '../AskCall.tsx';
import { Link } from '../Link.tsx';
import { SendFoot } from '../SendFoot.tsx';
import { momentInWords } from '../time-left.ts';
import { useNow } from '../use-now.ts';
import { visitName } from '../visit-name.ts';
import { DueAttempts } from './DueAttempts.tsx';
import { Notices } from './Notices.tsx';
import { TaskStop } from './TaskStop.tsx';

export function TodayScreen() {
  const say = useWords();
  const now = useNow();
  const day = useDay();
  const queue = useQueue();
  const open = useOpenVisits();
  const reads = useReads();
  const updateWaits = useUpdateWaits();
  const hasRoom = useHasRoom();
  const unsent = queue?.filter(({ receivedAt }) => receivedAt === null) ?? [];
  const { tasks, isOwnOrder = false, lastVisit = null } = day ?? {};
  const sections = sectionsOf(tasks ?? [], isOwnOrder, now);
  const stopsOfToday = [...sections.own, ...sections.due, ...sections.anyTime];
  const first = stopsOfToday[0] ?? sections.tomorrow[0] ?? sections.later[0];
  const hasDistance = tasks?.some(({ usual_area }) => usual_area) === true && lastVisit !== null;
  const stops = (list: readonly PlannedTask[]) =>
    list.map((task) => (
      <TaskStop
        key={task.id}
        task={task}
        now={now}
        isNext={task === first}
        isBegun={open?.has(task.id) === true}
        lastVisit={lastVisit}
        unread={reads ? unreadOf(task, reads).length : 0}
      />
    ));
  return (
    <Screen
      className="pb-3"
      header={
        <Bar
          title={
            <>
              {say('today')}{' '}
              <span className="if-room text-sm font-normal text-on-pine-muted">
                {dayOf(say.language, now)}
              </span>
            </>
          }
        >
          <Link to="/me" className="grid size-12 flex-none place-items-center rounded-lg">
            <CircleUserRound aria-hidden className="icon" />
            <span className="sr-only">{say('today.me')}</span>
          </Link>
        </Bar>
      }
      foot={<SendFoot isLink />}
    >
      {!hasRoom && (
        <div className="px-3 pt-3">
          <Notice kind="danger" isNews title={say('today.full')}>
            {say('today.fullHint')}
          </Notice>
        </div>
      )}
      <AskCall className="px-3 pt-3" />
      <Notices />
      <DueAttempts tasks={tasks ?? []} now={now} />
      {updateWaits && <p className="px-4 pt-3 text-sm text-muted">{say('update.waits')}</p>}
      <Section title={say('today.sentBack')} isRed count={sections.sentBack.length}>
        {stops(sections.sentBack)}
      </Section>
      <Section title={say('today.own')} count={sections.own.length}>
        {stops(sections.own)}
      </Section>
      <Section title={say('today.due')} count={sections.due.length}>
        {stops(sections.due)}
      </Section>
      <Section title={say('today.list')} count={sections.anyTime.length}>
        {stops(sections.anyTime)}
      </Section>
      {stopsOfToday.length > 1 && (
        <Link
          to="/order"
          className="mx-4 flex min-h-12 items-center gap-2 font-semibold text-accent"
        >
          <ArrowDownUp aria-hidden className="icon-small" />
          {say('today.change')}
        </Link>
      )}
      <Section title={say('today.tomorrow')} count={sections.tomorrow.length}>
        {stops(sections.tomorrow)}
      </Section>
      <Section title={say('today.later')} count={sections.later.length}>
        {stops(sections.later)}
      </Section>
      {hasDistance && (
        <p className="px-4 pt-2 text-sm text-muted">
          {say('today.rough', { time: momentInWords(lastVisit.at, now, say) })}
        </p>
      )}
      <Section title={say('today.waiting')} count={unsent.length}>
        <WaitingStop unsent={unsent} />
      </Section>
      {tasks?.length === 0 && (
        <div className="grid gap-1 px-6 py-12 text-center">
          <p className="text-lg font-semibold">
            {say(unsent.length > 0 ? 'today.allDone' : 'today.none')}
          </p>
          <p className="text-muted">{say('today.noneHint')}</p>
        </div>
      )}
    </Screen>
  );
}

function sectionsOf(tasks: readonly PlannedTask[], isOwnOrder: boolean, now: Date) {
  const of = (...names: ReturnType<typeof sectionOf>[]) =>
    tasks.filter((task) => names.includes(sectionOf(task, now)));
  return {
    sentBack: of('sentBack'),
    // The agent's own order can mix stops with and without a due time, so all of them are in one list.
    own: isOwnOrder ? of('due', 'anyTime') : [],
    due: isOwnOrder ? [] : of('due'),
    anyTime: isOwnOrder ? [] : of('anyTime'),
    tomorrow: of('tomorrow'),
    later: of('later'),
  };
}

interface SectionProps {
  title: string;
  count: number;
  isRed?: boolean;
  children: ReactNode;
}

function Section({ title, count, isRed, children }: SectionProps) {
  if (count === 0) return null;
  const [words, number] = isRed
    ? ['text-danger', 'bg-danger text-paper']
    : ['text-muted', 'bg-sunken text-ink'];
  return (
    <section>
      <h2 className={`flex items-center gap-2 px-4 pt-2.5 text-sm font-bold ${words}`}>
        <span className={`min-w-[1.6em] rounded-full px-1.5 text-center leading-[1.6] ${number}`}>
          {count}
        </span>
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

function WaitingStop({ unsent }: { unsent: readonly QueueRow[] }) {
  const say = useWords();
  const [first] = unsent;
  if (!first) return null;
  const name = visitName(first, say);
  return (
    <li className="flex min-h-[82px] items-center gap-3 px-4 py-2">
      <span className="grid size-11 flex-none place-items-center rounded-full border-2 border-positive bg-positive-soft text-positive">
        <SavedSign className="size-6" />
      </span>
      <Link to="/queue" className="grid min-h-12 min-w-0 flex-1 content-center">
        <span className="text-lg leading-tight font-semibold wrap-anywhere">
          {unsent.length === 1 ? name : say.count('today.andMore', unsent.length - 1, { name })}
        </span>
        <span className="text-sm text-muted">{say('today.kept')}</span>
      </Link>
    </li>
  );
}
