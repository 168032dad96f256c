import { texts } from '@doorstep/contract/texts';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { AvailabilitySection } from '../../../domain/agents/AvailabilitySection.tsx';
import { failureOf } from '../../../lib/api/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CopyableId } from '../../../ui/button/CopyButton.tsx';
import { Modal, ModalFooter } from '../../../ui/dialog/Modal.tsx';
import { RecordBody } from '../../../ui/dialog/RecordBody.tsx';
import { DescriptionList, Section } from '../../../ui/page/DescriptionList.tsx';
import { type LooseUser, nameOf, phoneOf } from '../read-user.ts';
import { ActiveBadge, MailLink } from '../user-columns.tsx';
import { useUser } from '../user-queries.ts';
import { AgentAccess } from './AgentAccess.tsx';
import { IdentityImages } from './IdentityImages.tsx';

interface AgentModalProps {
  id: string;
  /** The agent's row number in the list. Undefined if the list does not contain this agent. */
  serial: number | undefined;
  onClose: () => void;
  onReset: () => void;
}

export default function AgentModal({ id, serial, onClose, onReset }: AgentModalProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useUser('agent', id);
  return (
    <Modal title={data ? nameOf(data) : 'Agent'} size="xl" onClose={onClose}>
      <RecordBody
        noun="agent"
        data={data}
        failure={error && failureOf(error, texts.agents.detail)}
        isFetching={isFetching}
        refetch={refetch}
      >
        {(agent) => (
          <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
            <Details user={agent} serial={serial} />
            <IdentityImages user={agent} isLoading={isPlaceholderData} />
          </div>
        )}
      </RecordBody>
      {data && (
        <ModalFooter>
          <Button onClick={onReset}>
            <KeyRound aria-hidden /> Reset Password
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </ModalFooter>
      )}
    </Modal>
  );
}

function Details({ user, serial }: { user: LooseUser; serial: number | undefined }) {
  return (
    <div className="min-w-0 space-y-6">
      <Section title="Agent" aside={<ActiveBadge user={user} />}>
        <DescriptionList
          items={[
            { label: 'S.No', value: serial },
            { label: 'User ID', value: <CopyableId id={user.id} name="user ID" /> },
            { label: 'Full Name', value: <bdi>{user.name || '-'}</bdi> },
            { label: 'Created At', value: formatDateTime(user.created_at) },
            { label: 'Email', value: <MailLink email={user.email} /> },
            { label: 'Phone', value: <span className="font-mono">{phoneOf(user) || '-'}</span> },
          ]}
        />
      </Section>
      <AgentAccess user={user} />
      <p>
        <Link
          to="/agents/$id"
          params={{ id: String(user.id) }}
          className="font-semibold text-accent underline underline-offset-2 hover:no-underline"
        >
          Work and figures of this agent
        </Link>
      </p>
      <AvailabilitySection agentId={String(user.id)} name={nameOf(user)} />
    </div>
  );
}
