import { base64 } from '../base64.ts';
import { announce } from '../db/announce.ts';
import { database, readMeta } from '../db/database.ts';
import { encrypt } from '../db/encrypted.ts';
import { isCurrentKey, openKey } from '../lock/lock.ts';
import { momentOf } from '../moment.ts';
import { readRecipient } from '../session/server-key.ts';
import { sendSoon } from '../sync/queue.ts';
import type { StoredMessage } from './stored-message.ts';

const draftId = (taskId: number) => `draft-${taskId}`;

/** The last change. Each change waits for the change before, so that an earlier text does not replace a later one. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

export const saveText = (taskId: number, text: string): Promise<void> =>
  inTurn(async () => {
    const key = openKey();
    const id = draftId(taskId);
    const encrypted = await encrypt(key, text);
    const writtenAt = momentOf(new Date());
    await change(
      key,
      text === '' ? undefined : { id, taskId, state: 'draft', writtenAt, encrypted },
      [id],
    );
  });

/** Resolves once the message is stored and its draft is deleted. */
export const queueMessage = (taskId: number, text: string): Promise<void> =>
  inTurn(async () => {
    const key = openKey();
    const recipient = await readRecipient();
    if (!recipient) throw new Error('This phone has not received the office’s key yet.');
    const { encryptToServer } = await import('../visit/encrypt-to-server.ts');
    const clock = await readMeta<{ offsetMs: number }>('clock');
    const now = new Date();
    const id = crypto.randomUUID();
    const sent_at = new Date(now.getTime() - (clock?.offsetMs ?? 0)).toISOString();
    const content = new TextEncoder().encode(JSON.stringify({ id, text, sent_at }));
    const envelope = base64(await encryptToServer(recipient, content));
    const encrypted = await encrypt(key, text);
    const message = { id, taskId, state: 'waiting' as const, writtenAt: momentOf(now), encrypted };
    await change(key, { ...message, envelope }, [draftId(taskId)]);
    sendSoon();
  });

export const editAgain = (taskId: number, id: string, text: string): Promise<void> =>
  inTurn(async () => {
    const key = openKey();
    const draft = { id: draftId(taskId), taskId, state: 'draft' as const };
    const encrypted = await encrypt(key, text);
    await change(key, { ...draft, writtenAt: momentOf(new Date()), encrypted }, [id]);
  });

/** Does nothing if another page has replaced the key, because the message could never be read. */
async function change(
  key: CryptoKey,
  added: StoredMessage | undefined,
  removed: string[],
): Promise<void> {
  const trx = (await database()).transaction(['messages', 'meta'], 'readwrite', {
    durability: 'strict',
  });
  const messages = trx.objectStore('messages');
  if (isCurrentKey(key, await trx.objectStore('meta').get('lock'))) {
    for (const id of removed) await messages.delete(id);
    if (added) await messages.put(added);
  }
  await trx.done;
  announce('messages');
}
