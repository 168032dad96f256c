import { type AgentCard, getAgentCard } from '@doorstep/contract/visits/agent-card';
import { announce } from '../db/announce.ts';
import { ignoreFull, readMeta } from '../db/database.ts';
import { decrypt, type Encrypted, encrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey, putIfCurrentKey } from '../lock/lock.ts';
import { readAccountRecord } from './account-record.ts';
import { call } from './api.ts';
import { withToken } from './renew.ts';

interface StoredCard {
  fetchedAt: number;
  /** The send token of the session in which the card was fetched. A later session fetches the card again. */
  of: string;
  encrypted: Encrypted<AgentCard>;
}

const hour = 3_600_000;

/** Does nothing if the card of this session is younger than `maxHours`. */
export async function renewCard(token: string, maxHours = 12): Promise<void> {
  const [stored, account] = await Promise.all([readMeta<StoredCard>('card'), readAccountRecord()]);
  if (!account) return;
  const age = Date.now() - (stored?.fetchedAt ?? 0);
  if (stored?.of === account.sendToken && age >= 0 && age < maxHours * hour) return;
  const key = openKey();
  const card = await call(getAgentCard, { token });
  const record: StoredCard = {
    fetchedAt: Date.now(),
    of: account.sendToken,
    encrypted: await encrypt(key, card),
  };
  await putIfCurrentKey(key, 'card', record).catch(ignoreFull);
  announce('meta');
}

/** Fetches the card again if it is older than an hour. Rejects if this fails, such as without a network. */
export const renewShownCard = () => withToken((token) => renewCard(token, 1));

async function readCard(): Promise<AgentCard | null> {
  const stored = await readMeta<StoredCard>('card');
  // Null if the PIN was forgotten since the card was stored.
  return stored ? decrypt(openKey(), stored.encrypted).catch(() => null) : null;
}

/** Null if the phone has no card. Undefined until read. */
export const useCard = () => useStored(readCard, 'meta');
