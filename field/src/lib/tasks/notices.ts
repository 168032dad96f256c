import type { taskChanges } from '@doorstep/contract/visits/phone';
import type * as z from 'zod/mini';
import { announce } from '../db/announce.ts';
import { database, readMeta, writeMeta } from '../db/database.ts';
import { decrypt, type Encrypted, encrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey } from '../lock/lock.ts';

type Gone = z.output<typeof taskChanges.response>['gone'][number];

/** A task that was taken off the phone by others, and why. Shown until the agent closes it. */
export interface Notice extends Gone {
  name: string;
}

/** The tasks that left the list since the agent last looked, the latest at the end. */
export function useNotices(): Notice[] | undefined {
  return useStored(listNotices, 'meta');
}

async function listNotices(): Promise<Notice[]> {
  const key = openKey();
  const stored = await readMeta<Encrypted<Notice[]>>('notices');
  // Unreadable only where another key wrote them: the PIN was forgotten meanwhile.
  return stored ? decrypt(key, stored).catch(() => []) : [];
}

/** The agent closed the notice. */
export async function dismissNotice(applicantId: number): Promise<void> {
  const left = (await listNotices()).filter(({ applicant_id }) => applicant_id !== applicantId);
  await writeMeta('notices', await encrypt(openKey(), left));
  announce('meta');
}

export async function addNotices(
  key: CryptoKey,
  gone: Gone[],
  names: ReadonlyMap<number, string>,
): Promise<void> {
  const outbox = await (await database()).getAll('outbox');
  const own = new Set(outbox.filter(({ isFinal }) => isFinal).map(({ taskId }) => taskId));
  // No notice of what this agent visited or gave back; where a colleague is named, somebody else did.
  const news = gone.filter(({ applicant_id, because, by }) =>
    because === 'visited' || because === 'closed'
      ? by !== null && !own.has(applicant_id)
      : because !== 'given_back',
  );
  if (news.length === 0) return;
  const added = news.map((one) => ({ ...one, name: names.get(one.applicant_id) ?? '' }));
  const earlier = (await listNotices()).filter(
    ({ applicant_id }) => !added.some((one) => one.applicant_id === applicant_id),
  );
  await writeMeta('notices', await encrypt(key, [...earlier, ...added]));
  announce('meta');
}
