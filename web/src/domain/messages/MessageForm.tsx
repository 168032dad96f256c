import { limits } from '@doorstep/contract/limits';
import { writeMessage } from '@doorstep/contract/messages';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { createIntention } from '../../lib/api/intention.ts';
import { refetchLists } from '../../lib/live/refetch-changed.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';

interface MessageFormProps {
  applicantId: number;
  agent: { id: number; name: string };
}

interface Draft {
  text: string;
  intention: ReturnType<typeof createIntention>;
  /** Shows a text in the form that was opened last. */
  show?: (text: string) => void;
}

/**
 * The drafts of a user by applicant, so that closing the record doesn't discard a draft. The key is the query
 * client, because each user who signs in gets a new one.
 */
const drafts = new WeakMap<QueryClient, Map<number, Draft>>();

function draftOf(client: QueryClient, applicantId: number): Draft {
  const own = drafts.get(client) ?? new Map<number, Draft>();
  const draft = own.get(applicantId) ?? { text: '', intention: createIntention() };
  drafts.set(client, own.set(applicantId, draft));
  return draft;
}

/** Changes the text in the form on the screen, even if the user has closed and reopened the record meanwhile. */
function write(draft: Draft, text: string): void {
  draft.text = text;
  draft.show?.(text);
}

function showIn(draft: Draft, show: Draft['show'] & {}): void {
  draft.show = show;
}

export function MessageForm({ applicantId, agent }: MessageFormProps) {
  const client = useQueryClient();
  const draft = draftOf(client, applicantId);
  const [text, setText] = useState(draft.text);
  const [isEmpty, setEmpty] = useState(false);
  useLayoutEffect(() => showIn(draft, setText), [draft]);
  const send = useMutation({
    meta: { notDone: `Message to ${agent.name} not sent.` },
    mutationFn: (typed: string) => {
      const body = { agent_id: agent.id, text: typed.trim() };
      const idempotencyKey = draft.intention.keyFor(body);
      return call(writeMessage, { params: { id: applicantId }, body, idempotencyKey });
    },
    onSuccess: (_, typed) => {
      draft.intention.settle();
      // Doesn't clear a text that the user has typed while the message was being sent.
      if (draft.text === typed) type('');
    },
    // Fetches the messages even after an error, because another agent may have the task now.
    onSettled: () => refetchLists(client, 'message'),
  });
  const type = (typed: string) => {
    write(draft, typed);
    setEmpty(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    if (text.trim() === '') setEmpty(true);
    else send.mutate(text);
  };
  return (
    <form onSubmit={submit} className="mt-3 grid gap-2">
      <TextAreaField
        label={`Message to ${agent.name}`}
        error={isEmpty ? 'Write a message.' : undefined}
        maxLength={limits.messageLength}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      {send.error && (
        <p role="alert" className="text-sm text-danger">
          {messageOf(send.error, 'Couldn’t send the message. Try again.')}
        </p>
      )}
      <div>
        <Button type="submit" size="sm" isBusy={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send message'}
        </Button>
      </div>
    </form>
  );
}
