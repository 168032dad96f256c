import { readTaskMessages, sendMessage } from '@doorstep/contract/messages';
import { announce } from '../db/announce.ts';
import { database, ignoreFull } from '../db/database.ts';
import { call, Refusal } from '../session/api.ts';
import { sendingSignal } from '../sync/cancel-sending.ts';
import type { StoredMessage } from './stored-message.ts';

export async function hasMessagesToSend(): Promise<boolean> {
  const db = await database();
  const [messages, reads] = await Promise.all([db.getAll('messages'), db.getAll('messageReads')]);
  return messages.some(({ state }) => state === 'waiting') || reads.some(({ isSent }) => !isSent);
}

/**
 * Sends the waiting messages, and reports which of the office's messages the agent has opened. Works even
 * while the app is locked. Returns false if the server was too busy to accept everything. Rejects with
 * NoAnswer, or with Refusal after the end of the session.
 */
export async function sendMessages(token: string): Promise<boolean> {
  const db = await database();
  let isDone = true;
  const waiting = (await db.getAll('messages')).filter(({ state }) => state === 'waiting');
  for (const { id, taskId, envelope } of waiting.toSorted(byTime)) {
    try {
      const sent = { params: { id: taskId }, body: { envelope }, token, until: sendingSignal() };
      const { state } = await call(sendMessage, sent);
      await note(id, state === 'late' ? 'late' : 'sent');
    } catch (error) {
      if (isBusy(error)) isDone = false;
      else await note(id, 'refused');
    }
  }
  for (const read of await db.getAll('messageReads')) {
    if (read.isSent) continue;
    try {
      const body = { up_to: read.upTo };
      await call(readTaskMessages, {
        params: { id: read.taskId },
        body,
        token,
        until: sendingSignal(),
      });
    } catch (error) {
      if (isBusy(error)) {
        isDone = false;
        continue;
      }
      // Rejected, for example because the message no longer exists. Doesn't report it again.
    }
    await noteSent(read.taskId, read.upTo);
  }
  return isDone;
}

const byTime = (a: StoredMessage, b: StoredMessage) => a.writtenAt.localeCompare(b.writtenAt);

/** Whether the office is too busy. Throws the error again if no answer came or the session has ended. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Refusal) || error.status === 401) throw error;
  return error.isBusy;
}

/**
 * Stores the state of a message. If the phone is too full for that, the message is sent again, but the
 * office stores it only once.
 */
async function note(id: string, state: StoredMessage['state']): Promise<void> {
  const store = async () => {
    const trx = (await database()).transaction('messages', 'readwrite');
    const message = await trx.store.get(id);
    await Promise.all([message && trx.store.put({ ...message, state }), trx.done]);
  };
  await store().catch(ignoreFull);
  announce('messages');
}

/**
 * Stores that the office knows what the agent has opened. Does nothing if the agent has opened a later
 * message during the request, because that message must still be reported.
 */
async function noteSent(taskId: number, upTo: string): Promise<void> {
  const store = async () => {
    const trx = (await database()).transaction('messageReads', 'readwrite');
    const read = await trx.store.get(taskId);
    const isSame = read?.upTo === upTo;
    await Promise.all([isSame && trx.store.put({ ...read, isSent: true }), trx.done]);
  };
  await store().catch(ignoreFull);
}

/** Deletes messages that were written before a time (ms). Drafts and waiting messages stay. */
export async function dropOldMessages(before: number): Promise<void> {
  const db = await database();
  for (const { id, state, writtenAt } of await db.getAll('messages')) {
    if (state === 'draft' || state === 'waiting' || Date.parse(writtenAt) > before) continue;
    await db.delete('messages', id);
    announce('messages');
  }
}
