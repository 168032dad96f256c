import { listMessages, type Message, readMessages } from '@doorstep/contract/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { call } from '../../lib/api/api-client.ts';
import { isNotOffered } from '../../lib/api/api-error.ts';
import { refetchLists } from '../../lib/live/refetch-changed.ts';

type Conversations = z.output<typeof listMessages.response>;

/** Returns undefined while the messages are not loaded, if loading failed, or if the backend has none. */
export function useMessages(applicantId: number | undefined): Conversations | undefined {
  const { data } = useQuery({
    queryKey: ['messages', applicantId],
    // Also refetched when the applicant changes, because the office writes to the assigned agent.
    meta: { kinds: ['message', 'applicant'] },
    queryFn: async ({ signal }) => {
      try {
        return await call(listMessages, { params: { id: String(applicantId) }, signal });
      } catch (error) {
        if (isNotOffered(error)) return null;
        throw error;
      }
    },
    enabled: applicantId !== undefined,
  });
  return data ?? undefined;
}

export const isUnread = ({ is_from_office, is_read }: Message): boolean =>
  !is_from_office && !is_read;

/** Marks the agents' messages as read, for all admins, when they are shown. */
export function useMarkRead(applicantId: number, messages: readonly Message[]): void {
  const client = useQueryClient();
  const last = messages.findLast(isUnread)?.id;
  useEffect(() => {
    if (last === undefined) return;
    void call(readMessages, { params: { id: applicantId }, body: { up_to: last } })
      .then(() => refetchLists(client, 'message'))
      // An error is ignored: the messages stay unread, and the next time they are shown, this is tried again.
      .catch(() => {});
  }, [client, applicantId, last]);
}
