import { serverKey } from '@doorstep/contract/visits/phone';
import { readMeta, writeMeta } from '../db/database.ts';
import { call } from './api.ts';

/**
 * Returns the server's public key, an age recipient. Finished visits, calls and messages are encrypted to
 * this key. Undefined until the phone has fetched the key.
 */
export const readRecipient = () => readMeta<string>('recipient');

export async function fetchRecipient(token: string): Promise<void> {
  const { recipient } = await call(serverKey, { token });
  if (recipient !== (await readRecipient())) await writeMeta('recipient', recipient);
}
