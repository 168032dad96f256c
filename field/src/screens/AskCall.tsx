import { ChevronRight, PhoneCall } from 'lucide-react';
import { useCallsToAsk } from '../lib/calls/calls.ts';
import { useWords } from '../words/use-words.ts';
import { Link } from './Link.tsx';
import { momentInWords } from './time-left.ts';
import { useNow } from './use-now.ts';

/**
 * Asks how the oldest call without a result went. Looks only at the calls of the task `taskId`, or at all
 * calls if `taskId` is missing.
 */
export function AskCall({ taskId, className }: { taskId?: number; className: string }) {
  const say = useWords();
  const now = useNow();
  const call = useCallsToAsk()?.find((one) => taskId === undefined || one.taskId === taskId);
  if (!call) return null;
  const { name, at } = call;
  return (
    <div role="status" className={className}>
      <Link
        to={`/task/${call.taskId}/call`}
        className="flex min-h-14 items-center gap-2.5 rounded-lg bg-accent-soft px-3 py-2"
      >
        <PhoneCall aria-hidden className="icon-small text-accent" />
        <span className="min-w-0 flex-1 leading-snug font-semibold wrap-anywhere">
          {taskId === undefined ? say('call.askNamed', { name }) : say('call.ask')}
          <span className="block text-sm font-normal text-muted">
            {say('call.at', { time: momentInWords(at, now, say) })}
          </span>
        </span>
        <ChevronRight aria-hidden className="icon-small text-muted" />
      </Link>
    </div>
  );
}
