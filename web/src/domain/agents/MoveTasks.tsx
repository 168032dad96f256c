import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { activeAgentsQuery } from '../../lib/active-agents.ts';
import { agentsOnLeaveQuery } from '../../lib/agents-on-leave.ts';
import { formatCount } from '../../lib/format.ts';
import { inputClass } from '../../ui/form/Field.tsx';
import type { MoveOfTasks, TasksGo } from './use-move-tasks.ts';

interface MoveTasksProps {
  agentId: string;
  name: string;
  count: number | null | undefined;
  move: MoveOfTasks;
  ways: { go: TasksGo; label: string }[];
}

/** Offers to move an agent's open tasks before the agent leaves; nothing where there are none. */
export function MoveTasks({ agentId, name, count, move, ways }: MoveTasksProps) {
  const id = useId();
  const { data: agents = [] } = useQuery({ ...activeAgentsQuery, enabled: move.isOffered });
  const { data: onLeave } = useQuery({ ...agentsOnLeaveQuery, enabled: move.isOffered });
  if (!move.isOffered) return null;
  return (
    <fieldset className="rounded-md border border-rule px-3 pb-2">
      <legend className="px-1 text-sm font-semibold">
        <bdi>{name}</bdi> has {formatCount(count ?? 0, 'open task')}
      </legend>
      {ways.map(({ go, label }) => (
        <label key={go} className="flex min-h-8 items-center gap-2.5">
          <input
            type="radio"
            name={id}
            className="size-4 shrink-0 accent-accent"
            checked={move.go === go}
            disabled={move.isPending}
            onChange={() => move.setGo(go)}
          />
          {label}
        </label>
      ))}
      {move.go === 'to-agent' && (
        <div className="ms-6.5">
          <select
            aria-label="Agent who gets them"
            aria-invalid={move.isMissing || undefined}
            aria-describedby={move.isMissing ? `${id}-error` : undefined}
            value={move.target}
            disabled={move.isPending}
            onChange={({ target }) => move.setTarget(target.value)}
            className={inputClass}
          >
            <option value="">Choose an agent</option>
            {agents
              .filter((agent) => String(agent.id) !== agentId)
              .map((agent) => (
                <option key={agent.id} value={agent.id}>
                  {agent.name} {agent.phone_number}
                  {onLeave?.has(agent.id) && ', on leave'}
                </option>
              ))}
          </select>
          {move.isMissing && (
            <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
              Choose an agent.
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}
