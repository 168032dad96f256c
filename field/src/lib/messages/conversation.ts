import type { AgentTask } from '@doorstep/contract/visits/phone';
import { useCallback } from 'react';
import { database } from '../db/database.ts';
import { decrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey } from '../lock/lock.ts';
import type { StoredMessage } from './stored-message.ts';

export interface ShownMessage {
  id: string;
  /** The name of the admin; undefined for the agent's own messages. */
  by?: string;
  text: string;
  at: string;
  state: Exclude<StoredMessage['state'], 'draft'> | 'read';
}

interface Written {
  draft: string;
  messages: ShownMessage[];
}

export function useWritten(taskId: number): Written | undefined {
  return useStored(
    useCallback(() => readWritten(taskId), [taskId]),
    'messages',
  );
}

async function readWritten(taskId: number): Promise<Written> {
  const key = openKey();
  const own = (await (await database()).getAll('messages')).filter((one) => one.taskId === taskId);
  const read = await Promise.all(
    own.map(async ({ id, state, writtenAt: at, encrypted }) => ({
      ...{ id, state, at },
      // Undefined if the PIN was forgotten since the message was stored.
      text: await decrypt(key, encrypted).catch(() => undefined),
    })),
  );
  const messages: ShownMessage[] = [];
  let draft = '';
  for (const { id, state, at, text } of read.toSorted((a, b) => a.at.localeCompare(b.at))) {
    if (text === undefined) continue;
    if (state === 'draft') draft = text;
    else messages.push({ id, text, at, state });
  }
  return { draft, messages };
}

/**
 * Returns the task's messages as they were last fetched, then the agent's own messages that are not among
 * them.
 */
export function conversationOf({ messages = [] }: AgentTask, written: Written): ShownMessage[] {
  const known = messages.map(
    ({ id, is_from_office, by, text, sent_at, is_read }): ShownMessage => ({
      ...{ id, text, at: sent_at, state: is_read && !is_from_office ? 'read' : 'sent' },
      ...(is_from_office && { by }),
    }),
  );
  const isNew = ({ id }: ShownMessage) => known.every((message) => message.id !== id);
  return [...known, ...written.messages.filter(isNew)];
}

/**
 * Returns the ids of the tasks with a message that reached the office when the agent no longer had the task.
 */
export const useLateMessages = (): Set<number> | undefined => useStored(listLate, 'messages');

async function listLate(): Promise<Set<number>> {
  const all = await (await database()).getAll('messages');
  return new Set(all.filter(({ state }) => state === 'late').map(({ taskId }) => taskId));
}

export const useMessageWaits = (): boolean | undefined => useStored(readWaits, 'messages');

const readWaits = async () =>
  (await (await database()).getAll('messages')).some(({ state }) => state === 'waiting');
