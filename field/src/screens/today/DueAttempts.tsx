import { BellRing } from 'lucide-react';
import type { PlannedTask } from '../../lib/tasks/plan.ts';
import { useWords } from '../../words/use-words.ts';
import { Link } from '../Link.tsx';

const shownFor = 3_600_000;

export function DueAttempts({ tasks, now }: { tasks: readonly PlannedTask[]; now: Date }) {
  const say = useWords();
  const due = tasks.filter(({ tryAgainAt }) => {
    const since = tryAgainAt === null ? -1 : now.getTime() - Date.parse(tryAgainAt);
    return since >= 0 && since < shownFor;
  });
  return (
    <div role="status">
      {due.map(({ id, name }) => (
        <Link
          key={id}
          to={`/task/${id}`}
          className="mx-3 mt-3 flex min-h-12 items-center gap-2.5 rounded-lg bg-warning-soft px-3 py-2 font-semibold"
        >
          <BellRing aria-hidden className="icon-small text-warning" />
          <span className="wrap-anywhere">{say('today.tryNow', { name })}</span>
        </Link>
      ))}
    </div>
  );
}
