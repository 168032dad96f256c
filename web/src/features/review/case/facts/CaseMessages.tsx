import { MessageList } from '../../../../domain/messages/MessageList.tsx';
import { useMessages } from '../../../../domain/messages/use-messages.ts';

export function CaseMessages({ applicantId }: { applicantId: number | undefined }) {
  const messages = useMessages(applicantId)?.results ?? [];
  if (applicantId === undefined || messages.length === 0) return null;
  return (
    <div className="field">
      <dt>Messages</dt>
      <dd>
        <MessageList applicantId={applicantId} messages={messages} />
      </dd>
    </div>
  );
}
