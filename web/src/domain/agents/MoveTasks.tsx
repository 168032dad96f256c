import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { activeAgentsQuery } from '../../lib/active-agents.ts';
import { agentsOnLeaveQuery } from '../../lib/agents-on-leave.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { inputClass } from '../../ui/form/Field.tsx';
import { reasonInWords } from './proposal-words.ts';
import type { MoveOfTasks, TasksGo } from './use-move-tasks.ts';

interface MoveTasksProps {
  agentId: string;
  name: string;
  count: number | null | undefined;
  move: MoveOfTasks;
  ways: { go: TasksGo; label: string }[];
}

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
      {move.go === 'shared-out' && <Proposal of={move.proposal} count={count ?? 0} />}
      {move.go === 'to-agent' && (
        <div className="ms-6.5">
          <select
            aria-label="New agent"
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

function Proposal({ of, count }: { of: MoveOfTasks['proposal']; count: number }) {
  if (!of) return <p className="ms-6.5 text-muted">Calculating a proposal...</p>;
  const left = count - of.shares.reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <ul role="status" className="ms-6.5 max-h-40 overflow-y-auto">
      {of.shares.map((share) => (
        <li key={share.agent_id}>
          <bdi>{share.agent_name}</bdi> <strong>{formatNumber(share.ids.length)}</strong>
          <span className="text-sm text-muted"> {reasonInWords(share)}</span>
        </li>
      ))}
      {left > 0 && (
        <li>Not moved: {formatNumber(left)}. No agent for these pin codes can take more tasks.</li>
      )}
    </ul>
  );
}
