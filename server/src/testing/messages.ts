import type { Db } from '../db/connection.ts';
import { insertMessage, noteUnread } from '../features/messages/message-store.ts';

export async function addMessage(
  db: Db,
  {
    author_id,
    text = 'The gate is locked',
    ...message
  }: { applicant_id: number; agent_id: number; author_id?: number; text?: string },
): Promise<string> {
  const id = await insertMessage(db, {
    ...message,
    text,
    author_id: author_id ?? message.agent_id,
  });
  await noteUnread(db, message.applicant_id);
  return id;
}
