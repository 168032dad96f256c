import type { AgentTask } from '@doorstep/contract/visits/phone';
import { AlarmClock, Building2, Clock, House, Navigation, Phone, RotateCcw } from 'lucide-react';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import type { PlannedTask } from '../../lib/tasks/plan.ts';
import type { Point } from '../../lib/tasks/route.ts';
import { useWords } from '../../words/use-words.ts';
import { dial } from '../dial.ts';
import { Link } from '../Link.tsx';
import { areaOf, callLink, mapLink, templateOf } from '../places.ts';
import { distanceInWords } from '../rough-distance.ts';
import { sentBackWords } from '../sent-back.ts';
import { dueInWords, momentInWords, type TimeLeft, timeColors, timeLeft } from '../time-left.ts';

interface TaskStopProps {
  task: PlannedTask;
  now: Date;
  isNext: boolean;
  isBegun: boolean;
  lastVisit: Point | null;
  unread: number;
}

export function TaskStop({ task, now, isNext, isBegun, lastVisit, unread }: TaskStopProps) {
  const say = useWords();
  const distance = distanceInWords(task, lastVisit, say);
  return (
    <li className="stop flex min-h-[82px] items-center gap-3 py-[7px] ps-4 pe-3">
      <StopSign task={task} isNext={isNext} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={`/task/${task.id}`}
          className={`grid min-h-12 min-w-0 grow content-center ${hasLongWord(task.name) ? 'basis-full' : 'basis-[9rem]'}`}
        >
          <span className="text-lg leading-tight font-semibold wrap-anywhere">{task.name}</span>
          {unread > 0 && (
            <span className="flex items-center gap-1.5 text-sm font-semibold text-accent">
              <span aria-hidden className="size-2.5 flex-none rounded-full bg-accent" />
              {say.count('today.messages', unread)}
            </span>
          )}
          {task.sent_back ? (
            <span className="text-sm leading-snug">{sentBackWords(task.sent_back, say)}</span>
          ) : (
            <>
              <Left task={task} now={now} isBegun={isBegun} />
              <span className="text-sm leading-snug text-muted">
                {areaOf(task)} {task.pin_code}
                {distance && ` · ${distance}`}
                {task.attempts.length > 0 &&
                  ` · ${say('today.try', { count: task.attempts.length + 1 })}`}
              </span>
            </>
          )}
        </Link>
        <span className="flex gap-2">
          <Tool
            href={callLink(task)}
            label={say('callNamed', { name: task.name })}
            onClick={(event) => void dial(event, task)}
          >
            <Phone aria-hidden className="icon" />
          </Tool>
          <Tool href={mapLink(task)} label={say('mapNamed', { name: task.name })}>
            <Navigation aria-hidden className="icon" />
          </Tool>
        </span>
      </div>
    </li>
  );
}

/** Whether a name has a word that is too long for the space next to the two buttons. */
const hasLongWord = (name: string) => name.split(/\s/).some((word) => word.length > 14);

function StopSign({ task, isNext }: { task: AgentTask; isNext: boolean }) {
  const isSentBack = task.sent_back !== null;
  const Icon = isSentBack ? RotateCcw : templateOf(task) === 'office' ? Building2 : House;
  const look = isSentBack
    ? 'border-danger bg-danger-soft text-danger'
    : isNext
      ? 'stop-next'
      : 'border-edge bg-panel text-ink';
  return (
    <span
      aria-hidden
      className={`grid size-11 flex-none place-items-center rounded-full border-2 ${look}`}
    >
      <Icon className="size-6" />
    </span>
  );
}

export function Left({ task, now, isBegun }: { task: PlannedTask; now: Date; isBegun: boolean }) {
  const say = useWords();
  const { due_at, tryAgainAt, isAppointment } = task;
  const left = timeLeft(due_at, now, say);
  if (isBegun) {
    return <span className="text-sm font-semibold text-positive">{say('today.begun')}</span>;
  }
  return (
    <>
      {(due_at !== null || tryAgainAt === null) && (
        <Time urgency={left.urgency}>{dueInWords(left)}</Time>
      )}
      {tryAgainAt !== null && (
        <Time urgency={Date.parse(tryAgainAt) < now.getTime() ? 'soon' : 'calm'}>
          {say(isAppointment ? 'call.appointmentAt' : 'task.triedAgain', {
            time: momentInWords(tryAgainAt, now, say),
          })}
        </Time>
      )}
    </>
  );
}

function Time({ urgency, children }: { urgency: TimeLeft['urgency']; children: string }) {
  const Icon = urgency === 'now' ? AlarmClock : Clock;
  return (
    <span className={`flex items-center gap-1.5 text-sm font-semibold ${timeColors[urgency]}`}>
      <Icon aria-hidden className="size-[calc(8px+0.5rem)] flex-none stroke-[2.4]" />
      {children}
    </span>
  );
}

interface ToolProps extends Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick'> {
  href: string;
  label: string;
  children: ReactNode;
}

const Tool = ({ label, children, ...props }: ToolProps) => (
  <a
    {...props}
    aria-label={label}
    className="grid size-12 flex-none place-items-center rounded-lg bg-accent-soft text-accent"
  >
    {children}
  </a>
);
