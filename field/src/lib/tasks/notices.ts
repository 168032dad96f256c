import type { taskChanges } from '@doorstep/contract/visits/phone';
import type * as z from 'zod/mini';
import { announce } from '../db/announce.ts';
import { database, readMeta } from '../db/database.ts';
import { decrypt, type Encrypted, encrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey, putIfCurrentKey } from '../lock/lock.ts';

type Gone = z.output<typeof taskChanges.response>['gone'][number];

export interface Notice extends Gone {
  name: string;
}

export function useNotices(): Notice[] | undefined {
  return useStored(listNotices, 'meta');
}

async function listNotices(key = openKey()): Promise<Notice[]> {
  const stored = await readMeta<Encrypted<Notice[]>>('notices');
  // Notices can't be decrypted if the PIN was forgotten since they were stored.
  return stored ? decrypt(key, stored).catch(() => []) : [];
}

export async function dismissNotice(applicantId: number): Promise<void> {
  await changeNotices(openKey(), (before) => without(before, [applicantId]));
}

/** Runs one change after another, because the agent may close a notice while others arrive. */
const changeNotices = (key: CryptoKey, change: (before: Notice[]) => Notice[]) =>
  navigator.locks.request('doorstep-field-notices', async () => {
    const changed = change(await listNotices(key));
    await putIfCurrentKey(key, 'notices', await encrypt(key, changed));
    announce('meta');
  });

const without = (notices: Notice[], ids: number[]) =>
  notices.filter(({ applicant_id }) => !ids.includes(applicant_id));

export async function addNotices(
  key: CryptoKey,
  gone: Gone[],
  names: ReadonlyMap<number, string>,
): Promise<void> {
  const outbox = await (await database()).getAll('outbox');
  const own = new Set(outbox.filter(({ isFinal }) => isFinal).map(({ taskId }) => taskId));
  // Skips tasks that this agent visited or gave back. `by` is the colleague who visited, and null if no
  // colleague did.
  const news = gone.filter(({ applicant_id, because, by }) =>
    because === 'visited' || because === 'closed'
      ? by !== null && !own.has(applicant_id)
      : because !== 'given_back',
  );
  if (news.length === 0) return;
  const added = news.map((one) => ({ ...one, name: names.get(one.applicant_id) ?? '' }));
  const ids = added.map(({ applicant_id }) => applicant_id);
  await changeNotices(key, (before) => [...without(before, ids), ...added]);
}
