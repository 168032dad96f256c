import type { User } from '@doorstep/contract/users';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { agentsOnLeaveQuery } from '../../../lib/agents-on-leave.ts';
import { formatDay } from '../../../lib/format.ts';
import type { FoundAgents } from './find-agents.ts';

interface AgentListProps extends ComponentProps<'div'> {
  found: FoundAgents | undefined;
  row: (agent: User) => ReactNode;
}

export function AgentList({ found, row, ...props }: AgentListProps) {
  const groups = found
    ? [
        { title: 'Recent', agents: found.lately },
        { title: 'Others', agents: found.others },
      ].filter(({ agents }) => agents.length > 0)
    : [];
  const hasTitles = groups.some(({ title }) => title === 'Recent');
  return (
    <div className="max-h-56 min-h-24 overflow-y-auto rounded-b-md border border-t-0 border-edge/80 py-1">
      {groups.length === 0 ? (
        <p className="px-3 py-1.5 text-muted">
          {found ? 'No active agent has this name or phone number.' : 'Loading agents...'}
        </p>
      ) : (
        <div {...props}>
          {groups.map(({ title, agents }) =>
            hasTitles ? (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
              <div key={title} role="group" aria-label={title} className="group">
                <p
                  aria-hidden
                  className="px-3 pt-1 text-sm text-muted group-not-first:mt-1 group-not-first:border-t group-not-first:border-rule group-not-first:pt-1.5"
                >
                  {title}
                </p>
                {agents.map(row)}
              </div>
            ) : (
              <Fragment key={title}>{agents.map(row)}</Fragment>
            ),
          )}
        </div>
      )}
    </div>
  );
}

/** Shows an agent's name with the phone number, because two agents may have the same name. */
export function AgentName({ agent: { id, name, phone_number } }: { agent: User }) {
  const leaveEnds = useQuery(agentsOnLeaveQuery).data?.get(id);
  return (
    <>
      <bdi className="min-w-0 grow truncate font-semibold">{name}</bdi>{' '}
      {leaveEnds && (
        <span className="shrink-0 text-sm text-warning">On leave to {formatDay(leaveEnds)} </span>
      )}
      <span className="shrink-0 font-mono text-sm text-muted">{phone_number}</span>
    </>
  );
}
