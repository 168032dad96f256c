import { formatCount, formatDateTime } from '../../lib/format.ts';
import { Section } from '../../ui/page/DescriptionList.tsx';
import { MessageForm } from './MessageForm.tsx';
import { MessageList } from './MessageList.tsx';
import { useMessages } from './use-messages.ts';

export default function MessageSection({ applicantId }: { applicantId: number }) {
  const found = useMessages(applicantId);
  if (!found) return null;
  const { agent, results } = found;
  if (!agent && results.length === 0) return null;
  return (
    <Section title="Messages">
      {agent && (
        <p className="mb-2 text-sm text-muted">
          {agent.last_seen
            ? `${agent.name}’s phone was last seen ${formatDateTime(agent.last_seen)}`
            : `${agent.name} is not signed in on a phone`}
          {agent.to_send > 0 && `, ${formatCount(agent.to_send, 'visit')} not sent completely`}.
        </p>
      )}
      {results.length > 0 && <MessageList applicantId={applicantId} messages={results} />}
      {agent ? (
        <MessageForm key={applicantId} applicantId={applicantId} agent={agent} />
      ) : (
        <p className="mt-2 text-sm text-muted">No agent has the task now.</p>
      )}
    </Section>
  );
}
