import type { PushedCounts } from '@doorstep/contract/alerts/push';
import { readMeta } from '../db/database.ts';
import { withTimeout } from '../with-timeout.ts';

/** The texts of push messages and reminders in the agent's language. `{count}` stands for the number. */
export type NewsWords = Record<`${keyof PushedCounts}.${'one' | 'other'}` | 'again', string>;

/** The key of the record in `meta` with these texts. The record exists only while push messages are on. */
export const newsKey = 'newsWords';
/** All push messages share this tag, so that a new message replaces the message before. */
export const newsTag = 'tasks';

const english: NewsWords = {
  'new.one': '{count} new task',
  'new.other': '{count} new tasks',
  'gone.one': '{count} task is no longer yours',
  'gone.other': '{count} tasks are no longer yours',
  'messages.one': '{count} new message',
  'messages.other': '{count} new messages',
  again: 'It is time for a planned visit',
};

export function readCounts(sent: unknown): PushedCounts {
  const { new: arrived, gone, messages } = Object(sent) as Record<string, unknown>;
  const count = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : 0);
  return { new: count(arrived), gone: count(gone), messages: count(messages) };
}

/** Shows only counts, without names. If an earlier message is still shown, adds its counts. */
export async function showNews(
  registration: ServiceWorkerRegistration,
  sent: unknown,
): Promise<void> {
  const [shown] = await registration.getNotifications({ tag: newsTag });
  const [more, before] = [readCounts(sent), readCounts(shown?.data)];
  const data: PushedCounts = {
    new: more.new + before.new,
    gone: more.gone + before.gone,
    messages: more.messages + before.messages,
  };
  // Uses a timeout, because the browser requires a notification for each push, and the phone's database may
  // not answer.
  const kept = withTimeout(readMeta<NewsWords>(newsKey), 5_000, 'The database did not answer.');
  // Uses English for texts that an earlier version of the app did not store.
  const words = { ...english, ...(await kept.catch(() => undefined)) };
  const lines = (['new', 'gone', 'messages'] as const)
    .filter((kind) => data[kind] > 0)
    .map((kind) =>
      words[`${kind}.${data[kind] === 1 ? 'one' : 'other'}`].replace('{count}', String(data[kind])),
    );
  const options = { body: lines.join('\n'), tag: newsTag, renotify: true, data };
  await registration.showNotification('Doorstep', { ...options, icon: '/field/icon-192.png' });
}

/** Shows a reminder without the applicant's name, because it may appear while the phone is locked. */
export async function showReminder(registration: ServiceWorkerRegistration): Promise<void> {
  const words = await readMeta<Partial<NewsWords>>(newsKey);
  if (!words) return;
  const body = words.again ?? english.again;
  await registration.showNotification('Doorstep', {
    ...{ body, tag: 'again', renotify: true },
    icon: '/field/icon-192.png',
  });
}
