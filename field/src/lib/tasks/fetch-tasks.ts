import { type AgentTask, taskChanges } from '@doorstep/contract/visits/phone';
import { saveLeastVersion } from '../app/least-version.ts';
import { announce } from '../db/announce.ts';
import { database, ignoreFull, isFull, type StoredTask } from '../db/database.ts';
import { decrypt, encrypt } from '../db/encrypted.ts';
import { isCurrentKey, openKey } from '../lock/lock.ts';
import { showBadge } from '../news/badge.ts';
import { closeNews, renewNews } from '../news/news.ts';
import { readAccount } from '../session/account.ts';
import { sendLanguage, showAccountLanguage } from '../session/account-language.ts';
import { readAccountRecord } from '../session/account-record.ts';
import { saveAgency } from '../session/agency.ts';
import { renewCard } from '../session/agent-card.ts';
import { call } from '../session/api.ts';
import { noteClock } from '../session/clock.ts';
import { registerPhone } from '../session/device.ts';
import { withToken } from '../session/renew.ts';
import { fetchRecipient } from '../session/server-key.ts';
import { noteHeard } from './last-heard.ts';
import { addNotices } from './notices.ts';
import { noteRoom } from './room.ts';

const mostKnown = 500;

/**
 * Fetches new and changed tasks, and deletes those that are no longer the agent's. Open visits stay. Adds a
 * notice for each task that the office deleted or reassigned, or that a colleague visited. Works only while
 * unlocked. Rejects with NoAnswer, Refusal or SignInEnded.
 */
export async function fetchTasks(): Promise<void> {
  const key = openKey();
  const fetching = running.get(key) ?? takeChanges(key).finally(() => running.delete(key));
  running.set(key, fetching);
  await fetching;
}

/** The running request by the agent's key. A new agent must not wait for an earlier agent's request. */
const running = new WeakMap<CryptoKey, Promise<void>>();

async function takeChanges(key: CryptoKey): Promise<void> {
  const db = await database();
  const had = await db.getAll('tasks');
  const known = had.slice(0, mostKnown).map(({ id, revision }) => `${id}-${revision}`);
  const changes = await withToken(async (token) => {
    const account = await readAccount();
    // If the phone is full, the next request tries again.
    if (account) await registerPhone(account.user.id, token).catch(ignoreFull);
    await fetchRecipient(token).catch(ignoreFull);
    await sendLanguage(token).catch(ignoreFull);
    const record = await readAccountRecord();
    // Tasks are fetched even if these requests fail.
    if (record) void renewNews(record.sendToken, token).catch(() => {});
    void renewCard(token).catch(() => {});
    const asked = Date.now();
    return call(taskChanges, {
      query: { known: known.join() },
      token,
      // Measures the clock difference here too, because the first visit may be finished before the queue has
      // sent anything.
      onAnswer: (answer) => noteClock(asked, answer),
    });
  });
  void closeNews()
    .then(() => showBadge())
    .catch(() => {});
  await noteHeard();
  await saveLeastVersion(changes.least_app_version);
  await showAccountLanguage(changes.language);
  await saveAgency(changes.agency).catch(ignoreFull);
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
  if (!isCurrentKey(key, await trx.objectStore('meta').get('lock'))) return;
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
