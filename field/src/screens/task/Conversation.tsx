import type { AgentTask } from '@doorstep/contract/visits/phone';
import { Check, CheckCheck, CircleAlert, Clock, MessageSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { conversationOf, type ShownMessage, useWritten } from '../../lib/messages/conversation.ts';
import { noteOpened, type Reads, unreadOf } from '../../lib/messages/unread.ts';
import { editAgain } from '../../lib/messages/write-message.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words/use-words.ts';
import { momentInWords } from '../time-left.ts';
import { useNow } from '../use-now.ts';
import { MessageForm } from './MessageForm.tsx';

/** The number of messages that are shown at first. If more messages are new, all new ones are shown. */
const few = 3;

/** Shows the messages of a task, and marks them as read. */
export function Conversation({ task, reads }: { task: AgentTask; reads: Reads }) {
  const say = useWords();
  const now = useNow();
  const written = useWritten(task.id);
  const unread = unreadOf(task, reads);
  // These messages are marked as new until the agent leaves the screen.
  const [fresh, setFresh] = useState(unread);
  const [isWhole, setWhole] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const last = unread.at(-1);
  if (last !== undefined && !fresh.includes(last)) setFresh([...fresh, ...unread]);
  useEffect(() => {
    if (last === undefined) return;
    noteOpened(task.id, last).catch(reportError);
  }, [task.id, last]);
  if (!written) return null;
  const all = conversationOf(task, written);
  const shown = isWhole ? all : all.slice(-Math.max(few, fresh.length));
  const isOpen = isWriting || written.draft !== '';
  return (
    <section aria-label={say('messages')} className="grid gap-2 py-2.5">
      {all.length > 0 && (
        <>
          <h2 className="text-sm font-semibold text-muted">{say('messages')}</h2>
          {shown.length < all.length && (
            <Button kind="text" onClick={() => setWhole(true)}>
              {say.count('messages.earlier', all.length - shown.length)}
            </Button>
          )}
          <ol className="grid gap-2">
            {shown.map((message) => (
              <li
                key={message.id}
                className={`rounded-lg px-3 py-2 ${message.by === undefined ? 'ms-8 border-2 border-rule' : 'me-8 bg-sunken'}`}
              >
                <p className="text-sm font-semibold text-muted">
                  {message.by === undefined
                    ? say('messages.you')
                    : say('messages.office', { name: message.by })}
                  , {momentInWords(message.at, now, say)}
                  {fresh.includes(message.id) && (
                    <b className="text-danger"> · {say('messages.new')}</b>
                  )}
                </p>
                <p className="leading-snug whitespace-pre-line wrap-anywhere">{message.text}</p>
                {message.by === undefined && <MessageState message={message} />}
                {message.state === 'refused' && !isOpen && (
                  <Button
                    kind="text"
                    onClick={() =>
                      void editAgain(task.id, message.id, message.text).catch(reportError)
                    }
                  >
                    {say('messages.edit')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
      {isOpen ? (
        <MessageForm
          taskId={task.id}
          draft={written.draft}
          onTyping={() => setWriting(true)}
          onDone={() => setWriting(false)}
        />
      ) : (
        <Button kind="text" onClick={() => setWriting(true)}>
          <MessageSquare aria-hidden className="icon-small" />
          {say(all.length > 0 ? 'messages.answer' : 'messages.write')}
        </Button>
      )}
    </section>
  );
}

const looks = {
  waiting: [Clock, 'text-warning'],
  sent: [Check, 'text-muted'],
  read: [CheckCheck, 'text-positive'],
  late: [Check, 'text-warning'],
  refused: [CircleAlert, 'text-danger'],
} as const;

function MessageState({ message: { state } }: { message: ShownMessage }) {
  const say = useWords();
  const [Icon, color] = looks[state];
  return (
    <p className={`flex items-center gap-1.5 pt-0.5 text-sm font-semibold ${color}`}>
      <Icon aria-hidden className="icon-small" />
      {say(`messages.${state}`)}
    </p>
  );
}
