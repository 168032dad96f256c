import { Link } from '@tanstack/react-router';
import { openTasksFilter } from '../../../domain/agents/open-tasks-query.ts';
import { formatCount } from '../../../lib/format.ts';

export function OpenTasksLink({ agentId, children }: { agentId: string; children: string }) {
  return (
    <Link
      to="/applicants"
      search={openTasksFilter(agentId)}
      className="font-semibold text-accent underline underline-offset-2 hover:no-underline"
    >
      {children}
    </Link>
  );
}

interface OpenTasksEffectProps {
  agentId: string;
  /** Undefined while counting, and null if the number is unknown. */
  count: number | null | undefined;
  effect: { one: string; several: string; unknown: string };
}

export function OpenTasksEffect({ agentId, count, effect }: OpenTasksEffectProps) {
  if (count === undefined) return <p className="text-muted">Counting open tasks…</p>;
  if (count === null) return <p>{effect.unknown}</p>;
  if (count === 0) return <p className="text-muted">The agent has no open tasks.</p>;
  const [said, link] =
    count === 1 ? [effect.one, 'Show this applicant'] : [effect.several, 'Show these applicants'];
  return (
    <>
      <p>
        The agent has <strong>{formatCount(count, 'open task')}</strong>. {said}
      </p>
      <p>
        <OpenTasksLink agentId={agentId}>{link}</OpenTasksLink>
      </p>
    </>
  );
}
