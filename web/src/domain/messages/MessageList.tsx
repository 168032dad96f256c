import type { Message } from '@doorstep/contract/messages';
import { Check, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { isUnread, useMarkRead } from './use-messages.ts';

/** If a message arrived more than this many milliseconds after it was sent, the list shows both times. */
const delayed = 5 * 60_000;

export function MessageList({
  applicantId,
  messages,
}: {
  applicantId: number;
  messages: readonly Message[];
}) {
  // The ids of messages marked as new. The mark stays until the record is closed, also after they are read.
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const unread = messages.filter(isUnread).map(({ id }) => id);
  if (unread.some((id) => !fresh.includes(id))) setFresh([...fresh, ...unread]);
  useMarkRead(applicantId, messages);
  return (
    <ul aria-label="Messages" className="divide-y divide-rule border-y border-rule">
      {messages.map((message) => (
        <li key={message.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
          <span className="w-44 shrink-0 text-muted">{formatDateTime(message.sent_at)}</span>
          <div className="min-w-0 grow basis-48">
            <p className="text-sm text-muted">
              <bdi className="font-semibold text-ink">{message.by}</bdi>
              {message.is_from_office && (
                <>
                  {' '}
                  to <bdi>{message.agent}</bdi>
                </>
              )}
              {fresh.includes(message.id) && <b className="font-semibold text-accent"> · New</b>}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{message.text}</p>
            <State message={message} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function State({ message }: { message: Message }) {
  const { is_from_office, is_read, late, sent_at, received_at } = message;
  const look = 'flex items-center gap-1 text-sm';
  if (is_from_office) {
    const Icon = is_read ? CheckCheck : Check;
    return (
      <p className={`${look} ${is_read ? 'text-positive' : 'text-muted'}`}>
        <Icon aria-hidden className="size-4" />
        {is_read ? 'Read by the agent' : 'Sent'}
      </p>
    );
  }
  const isDelayed = Date.parse(received_at) - Date.parse(sent_at) > delayed;
  return (
    <>
      {isDelayed && <p className="text-sm text-muted">Arrived {formatDateTime(received_at)}</p>}
      {late && (
        <p className="text-sm text-warning">
          {late.given_to ? (
            <>
              Arrived after the task was given to <bdi>{late.given_to}</bdi>
            </>
          ) : (
            'Arrived after the agent no longer had the task'
          )}
        </p>
      )}
    </>
  );
}
