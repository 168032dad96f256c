import { database } from '../db/database.ts';
import { newsTag, readCounts } from './show-news.ts';

/**
 * Shows a number on the app's icon: the unsent visits, calls and messages, and the new tasks and messages in
 * the shown push message.
 */
export async function showBadge(
  registration:
    | Promise<ServiceWorkerRegistration | undefined>
    | undefined = globalThis.navigator.serviceWorker?.getRegistration('/field/'),
): Promise<void> {
  const db = await database();
  const [outbox, calls, written, shown] = await Promise.all([
    db.getAll('outbox'),
    db.getAll('calls'),
    db.getAll('messages'),
    registration?.then((found) => found?.getNotifications?.({ tag: newsTag })).catch(() => []),
  ]);
  const news = (shown ?? []).map(({ data }) => readCounts(data));
  const count =
    outbox.filter(({ receivedAt }) => receivedAt === null).length +
    [...calls, ...written].filter(({ state }) => state === 'waiting').length +
    news.reduce((sum, { new: arrived, messages }) => sum + arrived + messages, 0);
  if (count > 0) await navigator.setAppBadge?.(count).catch(() => {});
  else await navigator.clearAppBadge?.().catch(() => {});
}
