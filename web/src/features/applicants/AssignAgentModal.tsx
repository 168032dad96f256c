import { assignAgent, getApplicant } from '@doorstep/contract/applicants';
import { texts } from '@doorstep/contract/errors';
import { delays } from '@doorstep/contract/limits';
import type { User } from '@doorstep/contract/users';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError, messageOf, requestIdOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/EmptyState.tsx';
import { Modal, ModalBody, ModalFooter } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AgentNameField } from './AgentNameField.tsx';
import {
  activeAgentsQuery,
  applicantKeys,
  type LooseApplicant,
  useApplicant,
} from './applicant-queries.ts';
import { namesakeId } from './suggest-agents.ts';

const said = texts.applicants;

/** Assign Agent, or Reassign Agent where there is one already. */
export default function AssignAgentModal({ id, onClose }: { id: string; onClose: () => void }) {
  const applicant = useApplicant(id);
  const { data } = applicant;
  return applicant.isError && !data ? (
    <Modal title="Assign Agent" size="sm" onClose={onClose}>
      <ModalBody>
        <ErrorState
          title={said.detail}
          message={messageOf(applicant.error, '')}
          requestId={requestIdOf(applicant.error)}
          onRetry={() => applicant.refetch()}
          isRetrying={applicant.isFetching}
        />
      </ModalBody>
    </Modal>
  ) : (
    <AssignAgentForm id={id} applicant={data} onClose={onClose} />
  );
}

function AssignAgentForm({
  id,
  applicant,
  onClose,
}: {
  id: string;
  applicant: LooseApplicant | undefined;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const agents = useQuery(activeAgentsQuery);
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<User>();
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const assign = useMutation({
    mutationFn: async (agentName: string) => {
      await refuseUnseenAgent(client, id, applicant?.assigned_agent);
      return call(assignAgent, {
        params: { id },
        body: {
          assigned_agent_name: agentName,
          assigned_agent_id: namesakeId(agents.data ?? [], picked),
        },
      });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: applicantKeys.all }),
    onError: () => {
      input.current?.focus();
      // Who was refused may have left, or got a namesake, since the suggestions were fetched.
      void client.invalidateQueries({ queryKey: activeAgentsQuery.queryKey });
    },
  });

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!assign.isSuccess) return;
    const timer = setTimeout(() => close(), delays.assignSuccess);
    return () => clearTimeout(timer);
  }, [assign.isSuccess]);

  function change(next: string, agent?: User) {
    setName(next);
    setPicked(agent);
    setMissing(false);
    assign.reset();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (assign.isPending || assign.isSuccess) return;
    const agentName = name.trim();
    setMissing(agentName === '');
    if (agentName === '') input.current?.focus();
    else assign.mutate(agentName);
  }

  const failure = assign.isError ? tell(assign.error) : undefined;
  const current = applicant?.assigned_agent;
  return (
    <Modal
      title={current ? 'Reassign Agent' : 'Assign Agent'}
      subtitle={
        applicant &&
        [applicant.applicant_name, applicant.application_id].filter(Boolean).join(' · ')
      }
      size="sm"
      isBusy={assign.isPending}
      onClose={onClose}
    >
      <form className="contents" noValidate onSubmit={submit}>
        <ModalBody className="space-y-4">
          {assign.isSuccess ? (
            <Notice tone="positive">{said.assigned}</Notice>
          ) : (
            <>
              {current && (
                <p className="text-muted">
                  Current agent <bdi className="font-semibold text-ink">{current.name}</bdi>
                  {current.phone_number && `, ${current.phone_number}`}
                </p>
              )}
              <AgentNameField
                name={name}
                agents={agents.isError ? [] : agents.data}
                picked={picked}
                error={isMissing ? texts.validation.agentName : failure?.ofName}
                isReadOnly={assign.isPending}
                inputRef={input}
                onType={(next) => {
                  if (next !== name) change(next);
                }}
                onPick={(agent) => change(agent.name, agent)}
              />
              {failure?.other && <Notice tone="negative">{failure.other}</Notice>}
            </>
          )}
        </ModalBody>
        <ModalFooter>
          {assign.isSuccess ? (
            <Button autoFocus onClick={onClose}>
              Close
            </Button>
          ) : (
            <>
              <Button disabled={assign.isPending} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" variant="primary" isBusy={assign.isPending}>
                {assign.isPending ? 'Assigning...' : 'Assign'}
              </Button>
            </>
          )}
        </ModalFooter>
      </form>
    </Modal>
  );
}

/** Raised when a colleague assigned someone since the dialog last showed who it was. */
class AssignedMeanwhile extends Error {}

/** Nobody replaces an agent without having seen the name: the dialog then shows it, and Assign works again. */
async function refuseUnseenAgent(
  client: QueryClient,
  id: string,
  seen: LooseApplicant['assigned_agent'],
): Promise<void> {
  // Without an answer here, the assignment itself will tell what is wrong.
  const fresh = await call(getApplicant, { params: { id } }).catch(() => undefined);
  if (fresh) client.setQueryData<LooseApplicant>(applicantKeys.detail(id), fresh);
  const agent = fresh?.assigned_agent;
  if (agent && agent.id !== seen?.id) {
    throw new AssignedMeanwhile(
      `${agent.name} was assigned meanwhile. Assign again to replace them.`,
    );
  }
}

/** What to show of a failure: beside the name when the name is what was refused. */
function tell(error: Error): { ofName?: string; other?: string } {
  if (error instanceof AssignedMeanwhile) return { other: error.message };
  if (!(error instanceof ApiError) || error.kind !== 'http') return { other: said.assignError };
  const text = error.detail ?? said.assign;
  return error.status === 400 || error.status === 409 ? { ofName: text } : { other: text };
}
