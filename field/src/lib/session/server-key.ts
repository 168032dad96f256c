import { serverKey } from '@doorstep/contract/visits/phone';
import { readMeta, writeMeta } from '../db/database.ts';
import { call } from './api.ts';

/** The age recipient that finished visits are encrypted to. Undefined before the server's first answer. */
export const readRecipient = () => readMeta<string>('recipient');

export async function fetchRecipient(token: string): Promise<void> {
  const { recipient } = await call(serverKey, { token });
  if (recipient !== (await readRecipient())) await writeMeta('recipient', recipient);
}
