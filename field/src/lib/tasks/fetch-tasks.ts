import { type AgentTask, taskChanges } from '@doorstep/contract/visits/phone';
import { saveLeastVersion } from '../app/least-version.ts';
import { announce } from '../db/announce.ts';
import { database, ignoreFull, isFull, type StoredTask } from '../db/database.ts';
import { decrypt, encrypt } from '../db/encrypted.ts';
import { isStillKept, openKey } from '../lock/lock.ts';
import { closeNews, renewNews } from '../news/news.ts';
import { readAccount } from '../session/account.ts';
import { readAccountRecord } from '../session/account-record.ts';
import { call } from '../session/api.ts';
import { noteClock } from '../session/clock.ts';
import { registerPhone } from '../session/device.ts';
import { withToken } from '../session/renew.ts';
import { fetchRecipient } from '../session/server-key.ts';
import { addNotices } from './notices.ts';
import { noteRoom } from './room.ts';

const mostKnown = 500;

/**
 * Asks what changed since the phone last asked, with the lock open. Tasks that are gone are removed, with a notice where the agent
 * could not know; open visits stay. Rejects with NoAnswer, Refusal or SignInEnded.
 */
export async function fetchTasks(): Promise<void> {
  const key = openKey();
  const fetching = running.get(key) ?? takeChanges(key).finally(() => running.delete(key));
  running.set(key, fetching);
  await fetching;
}

/** By the key of the lock: another agent who signs in does not wait for what the one before asked. */
const running = new WeakMap<CryptoKey, Promise<void>>();

async function takeChanges(key: CryptoKey): Promise<void> {
  const db = await database();
  const had = await db.getAll('tasks');
  const known = had.slice(0, mostKnown).map(({ id, revision }) => `${id}-${revision}`);
  const changes = await withToken(async (token) => {
    const account = await readAccount();
    // On a full phone these are asked for again next time.
    if (account) await registerPhone(account.user.id, token).catch(ignoreFull);
    await fetchRecipient(token).catch(ignoreFull);
    const record = await readAccountRecord();
    // Tasks come without it.
    if (record) void renewNews(record.sendToken, token).catch(() => {});
    const asked = Date.now();
    return call(taskChanges, {
      query: { known: known.join() },
      token,
      // Before the first visit is sent, nothing else compares the clocks.
      onAnswer: (answer) => noteClock(asked, answer),
    });
  });
  void closeNews().catch(() => {});
  await saveLeastVersion(changes.least_app_version);
  const arrived = await Promise.all(changes.tasks.map((task) => encryptTask(key, task)));
  await addNotices(key, changes.gone, await namesOf(key, had)).catch(ignoreFull);
  const gone = changes.gone.map(({ applicant_id }) => applicant_id);
  try {
    await store(key, arrived, gone);
    noteRoom(true);
  } catch (error) {
    if (isFull(error)) noteRoom(false);
    throw error;
  }
}

async function store(key: CryptoKey, arrived: StoredTask[], gone: number[]): Promise<void> {
  const trx = (await database()).transaction(['tasks', 'meta'], 'readwrite');
  if (!isStillKept(key, await trx.objectStore('meta').get('lock'))) return;
  const tasks = trx.objectStore('tasks');
  for (const task of arrived) await tasks.put(task);
  for (const id of gone) await tasks.delete(id);
  await trx.done;
  announce('tasks');
}

const encryptTask = async (key: CryptoKey, task: AgentTask): Promise<StoredTask> => ({
  id: task.id,
  revision: task.revision,
  encrypted: await encrypt(key, task),
});

async function namesOf(key: CryptoKey, tasks: StoredTask[]): Promise<Map<number, string>> {
  const pairs = await Promise.all(
    tasks.map(async ({ id, encrypted }) => [id, (await decrypt(key, encrypted)).name] as const),
  );
  return new Map(pairs);
}
