import { assignAgent } from '@doorstep/contract/applicants';
import { delays } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import type { User } from '@doorstep/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { activeAgentsQuery } from '../../../lib/active-agents.ts';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { conflictProps, failedOf, seenVersion } from '../../../lib/api/conflicts.ts';
import { lastAgentsQuery } from '../../../lib/last-agents.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { type LooseApplicant, useApplicant } from '../applicant-queries.ts';
import { GivenBackNotice } from '../GivenBackNotice.tsx';
import { AgentNameField } from './AgentNameField.tsx';
import { ConfirmNewVisit } from './ConfirmNewVisit.tsx';
import { agentNamed, namesakeId } from './find-agents.ts';
import { VisitedNotice } from './LatestVerification.tsx';

const said = texts.applicants;

/** An assignment to send. `seen` is the version of the applicant that the user saw. */
interface Assignment {
  agentName: string;
  seen: LooseApplicant;
}

export default function AssignAgentModal({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const record = useApplicant(id);
  const { data } = record;
  const agents = useQuery(activeAgentsQuery);
  const lately = useQuery(lastAgentsQuery);
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<User>();
  const [wrong, setWrong] = useState<string>();
  /** The assignment that waits for the user's confirmation. */
  const [asked, setAsked] = useState<Assignment>();
  const input = useRef<HTMLInputElement>(null);
  const assign = useMutation({
    meta: { notDone: `Not assigned: ${data?.applicant_name || `applicant ${id}`}.` },
    mutationFn: ({ agentName, seen }: Assignment) =>
      call(assignAgent, {
        params: { id },
        body: {
          assigned_agent_name: agentName,
          assigned_agent_id: namesakeId(agents.data ?? [], picked),
          ...seenVersion(seen),
        },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: lastAgentsQuery.queryKey });
      return refetchChanged(client, 'applicant', id);
    },
    onError: () => {
      input.current?.focus();
      // Reloads the suggestions. The agent may be inactive now, or a new agent may have the same name.
      void client.invalidateQueries({ queryKey: activeAgentsQuery.queryKey });
    },
  });

  function change(next: string, agent?: User) {
    setName(next);
    setPicked(agent);
    setWrong(undefined);
    assign.reset();
  }

  function submit() {
    if (!data) return;
    const agentName = name.trim();
    const problem = problemOf(agentName, data);
    setWrong(problem);
    if (problem) input.current?.focus();
    else if (data.status === 'submitted') setAsked({ agentName, seen: data });
    else assign.mutate({ agentName, seen: data });
  }

  function problemOf(agentName: string, { status, assigned_agent }: LooseApplicant) {
    if (agentName === '') return texts.validation.agentName;
    const isVisited = status === 'visited' || status === 'submitted';
    const agent = picked ?? agentNamed(agents.data ?? [], agentName);
    // Rejected here, because the server would change nothing and still report success.
    return isVisited && agent && agent.id === assigned_agent?.id
      ? `${agent.name} has visited already. Choose another agent, or send the verification back.`
      : undefined;
  }

  const conflict = conflictProps(assign, record);
  const failure = assign.error && !conflict ? describeFailure(assign.error) : undefined;
  // After success, title and current agent stay as before the assignment until the dialog closes.
  const applicant = assign.isSuccess ? assign.variables.seen : data;
  const current = applicant?.assigned_agent;
  return (
    <FormModal
      title={current ? 'Reassign Agent' : 'Assign Agent'}
      subtitle={
        applicant &&
        [applicant.applicant_name, applicant.application_id, applicant.visit_type]
          .filter(Boolean)
          .join(' · ')
      }
      size="sm"
      isLoading={!applicant}
      failed={applicant ? undefined : failedOf(record, said.detail)}
      conflict={
        conflict && {
          ...conflict,
          onLoad: async () => {
            await conflict.onLoad();
            input.current?.focus();
          },
        }
      }
      error={failure?.other}
      submit={{
        label: assign.isPending ? 'Assigning...' : 'Assign',
        isBusy: assign.isPending,
      }}
      success={
        assign.isSuccess ? { text: said.assigned, closeAfter: delays.assignSuccess } : undefined
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {current && (
        <p className="text-muted">
          Current agent <bdi className="font-semibold text-ink">{current.name}</bdi>
          {current.phone_number && `, ${current.phone_number}`}
        </p>
      )}
      <VisitedNotice applicant={applicant} />
      {/* Shows only the first lines of a long note, to leave room for the agents. The applicant's
          record shows the whole note. */}
      <GivenBackNotice applicant={applicant} className="line-clamp-5" />
      <AgentNameField
        name={name}
        agents={agents.isError ? [] : agents.data}
        lately={lately.data ?? []}
        picked={picked}
        error={wrong ?? failure?.ofName}
        isReadOnly={assign.isPending}
        inputRef={input}
        onType={(next) => {
          if (next !== name) change(next);
        }}
        onPick={(agent) => change(agent.name, agent)}
      />
      {asked && (
        <ConfirmNewVisit
          applicant={data ?? asked.seen}
          agentName={asked.agentName}
          onConfirm={() => {
            setAsked(undefined);
            assign.mutate(asked);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </FormModal>
  );
}

/** Returns the error text: in `ofName` if the server rejected the agent's name, else in `other`. */
function describeFailure(error: Error): { ofName?: string; other?: string } {
  if (!(error instanceof ApiError) || error.kind !== 'http') return { other: said.assignError };
  const text = error.detail ?? said.assign;
  return error.status === 400 || error.status === 409 ? { ofName: text } : { other: text };
}
