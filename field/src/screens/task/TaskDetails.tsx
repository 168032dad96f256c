import type { AgentTask } from '@doorstep/contract/visits/phone';
import { CircleCheck } from 'lucide-react';
import { useWords } from '../../words/use-words.ts';
import { Part } from '../Part.tsx';
import { placeIn, templateOf } from '../places.ts';
import { sentBackWords } from '../sent-back.ts';
import { dueInWords, momentInWords, timeColors, timeLeft } from '../time-left.ts';
import { useNow } from '../use-now.ts';
import { CallList } from './CallList.tsx';

export function TaskDetails({ task }: { task: AgentTask }) {
  const say = useWords();
  const now = useNow();
  const { attempts, calls = [], related } = task;
  return (
    <div className="grid divide-y divide-rule [&>*]:py-2.5">
      {task.sent_back && <SentBack sentBack={task.sent_back} />}
      {task.due_at !== null && (
        <Part label={say('task.due')}>
          <p className={`font-semibold ${timeColors[timeLeft(task.due_at, now, say).urgency]}`}>
            {dueInWords(timeLeft(task.due_at, now, say))}
          </p>
        </Part>
      )}
      <Part label={`${say(templateOf(task))} · ${task.application_id}`}>
        <p className="text-lg leading-snug font-medium wrap-anywhere">{placeIn(task)}</p>
      </Part>
      {task.message && (
        <div>
          <div className="rounded-lg bg-sunken px-3 py-2.5">
            <p className="text-sm font-semibold text-muted">
              {say('task.asks', { lender: task.portfolio_name })}
            </p>
            <p className="wrap-anywhere">{task.message}</p>
          </div>
        </div>
      )}
      {attempts.length > 0 && (
        <Part label={say.count('task.tried', attempts.length)}>
          <ul className="grid gap-1">
            {attempts.map(({ at, outcome, by, try_again_at }) => (
              <li key={at} className="first-letter:uppercase">
                {momentInWords(at, now, say)}, <b>{say(`found.${outcome}`)}</b> · {by}
                {try_again_at && (
                  <span className="block text-sm text-muted">
                    {say('task.triedAgain', { time: momentInWords(try_again_at, now, say) })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {calls.length > 0 && <CallList calls={calls} />}
      {related.length > 0 && (
        <Part label={say('task.same')}>
          <ul>
            {related.map(({ visit_type, applicant_type, name }) => (
              <li key={`${visit_type} ${applicant_type} ${name}`}>
                {say(templateOf({ visit_type }))} · {name} · {applicant_type}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part label={say('task.product')}>
        <p>
          {task.product_type} · {task.portfolio_name} · {task.applicant_type}
        </p>
      </Part>
    </div>
  );
}

function SentBack({ sentBack }: { sentBack: NonNullable<AgentTask['sent_back']> }) {
  const say = useWords();
  const now = useNow();
  const { at, reasons, note, photos_wanted } = sentBack;
  const named = reasons.filter((reason) => reason !== 'other');
  return (
    <section>
      <p className="text-sm font-semibold text-muted">
        {say('task.sentBackBy', { time: momentInWords(at, now, say) })}
      </p>
      <h2 className="pt-0.5 text-2xl leading-tight font-bold wrap-anywhere">
        {sentBackWords(sentBack, say)}
      </h2>
      {note && named.length > 0 && (
        <p className="pt-1 font-semibold text-danger">
          {named.map((reason) => say(`reason.${reason}` as 'reason.other')).join(' · ')}
        </p>
      )}
      {photos_wanted.length > 0 && (
        <ul className="flex flex-wrap gap-2 pt-3">
          {photos_wanted.map((shows) => (
            <li
              key={shows}
              className="rounded-full border-2 border-edge bg-panel px-3 py-1 font-semibold"
            >
              {say(`shows.${shows}`)}
            </li>
          ))}
        </ul>
      )}
      <p className="flex gap-1.5 pt-3 leading-snug font-semibold text-positive">
        <CircleCheck aria-hidden className="icon-small" />
        {say('task.onlyThese')}
      </p>
    </section>
  );
}
