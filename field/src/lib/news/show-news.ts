import type { PushedCounts } from '@doorstep/contract/alerts/push';
import { readMeta } from '../db/database.ts';
import { inTime } from '../in-time.ts';

/** The texts of a message in the agent's language; `{count}` stands for the number. */
export type NewsWords = Record<`${keyof PushedCounts}.${'one' | 'other'}`, string>;

/** Where the page stores the texts for the worker, as long as the agent wants to be told. */
export const newsKey = 'newsWords';
/** One message stands for all that the agent has not seen. */
export const newsTag = 'tasks';

const english: NewsWords = {
  'new.one': '{count} new task',
  'new.other': '{count} new tasks',
  'gone.one': '{count} task is no longer yours',
  'gone.other': '{count} tasks are no longer yours',
};

function readCounts(sent: unknown): PushedCounts {
  const { new: arrived, gone } = Object(sent) as Record<string, unknown>;
  const count = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : 0);
  return { new: count(arrived), gone: count(gone) };
}

/** Shows how many tasks are new and moved, with those of a message that is still shown. It holds nothing else. */
export async function showNews(
  registration: ServiceWorkerRegistration,
  sent: unknown,
): Promise<void> {
  const [shown] = await registration.getNotifications({ tag: newsTag });
  const [more, before] = [readCounts(sent), readCounts(shown?.data)];
  const data: PushedCounts = { new: more.new + before.new, gone: more.gone + before.gone };
  // The browser wants each message to show something, also where the phone's database does not answer.
  const kept = inTime(readMeta<NewsWords>(newsKey), 5_000, 'The database did not answer.');
  const words = (await kept.catch(() => undefined)) ?? english;
  const lines = (['new', 'gone'] as const)
    .filter((kind) => data[kind] > 0)
    .map((kind) =>
      words[`${kind}.${data[kind] === 1 ? 'one' : 'other'}`].replace('{count}', String(data[kind])),
    );
  const options = { body: lines.join('\n'), tag: newsTag, renotify: true, data };
  await registration.showNotification('Doorstep', { ...options, icon: '/field/icon-192.png' });
}
