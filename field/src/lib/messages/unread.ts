import type { AgentTask } from '@doorstep/contract/visits/phone';
import { announce } from '../db/announce.ts';
import { database, ignoreFull } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';
import { sendSoon } from '../sync/queue.ts';
import type { StoredRead } from './stored-message.ts';

/** The keys are the ids of the tasks. */
export type Reads = ReadonlyMap<number, StoredRead>;

export const useReads = (): Reads | undefined => useStored(listReads, 'messageReads');

async function listReads(): Promise<Reads> {
  const reads = await (await database()).getAll('messageReads');
  return new Map(reads.map((read) => [read.taskId, read]));
}

export function unreadOf({ id, messages = [] }: AgentTask, reads: Reads | undefined): string[] {
  const upTo = reads?.get(id)?.upTo;
  const opened = messages.findIndex((message) => message.id === upTo);
  return messages
    .slice(opened + 1)
    .filter(({ is_from_office, is_read }) => is_from_office && !is_read)
    .map((message) => message.id);
}

export async function noteOpened(taskId: number, upTo: string): Promise<void> {
  await (await database()).put('messageReads', { taskId, upTo, isSent: false }).catch(ignoreFull);
  announce('messageReads');
  sendSoon();
}
