import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { activeAgentsQuery } from '../../../lib/active-agents.ts';
import { agentsOnLeaveQuery } from '../../../lib/agents-on-leave.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';

const wantsAnother = new Set(['third_send_back', 'agent_inactive']);

/** Returns the server's message if the server requires another agent. */
export function otherAgentAsked(error: unknown): string | undefined {
  return error instanceof ApiError && wantsAnother.has(error.code ?? '')
    ? error.message
    : undefined;
}

interface OtherAgentProps {
  verification: LooseVerification | undefined;
  placeholder: string;
  error: string | undefined;
  takesFocus?: boolean;
  value: string;
  onChange: (id: string, name: string | undefined) => void;
}

export function OtherAgent({
  verification,
  placeholder,
  error,
  takesFocus = false,
  value,
  onChange,
}: OtherAgentProps) {
  const { data: agents = [] } = useQuery(activeAgentsQuery);
  const { data: onLeave } = useQuery(agentsOnLeaveQuery);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (takesFocus || error !== undefined) select.current?.focus();
  }, [takesFocus, error]);
  return (
    <SelectField
      ref={select}
      label="Agent"
      hint="The agent who visits again."
      error={error}
      placeholder={placeholder}
      options={agents
        .filter(({ id }) => id !== verification?.agent_details?.id)
        .map(({ id, name, phone_number }) => ({
          value: String(id),
          label: [name, phone_number, onLeave?.has(id) && 'on leave'].filter(Boolean).join(' · '),
        }))}
      value={value}
      onChange={({ target }) =>
        onChange(target.value, agents.find(({ id }) => String(id) === target.value)?.name)
      }
    />
  );
}
