import { getPush, turnOffPush, turnOnPush } from '@doorstep/contract/alerts/push';
import { announce } from '../db/announce.ts';
import { database, readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';
import { call } from '../session/api.ts';
import { withToken } from '../session/renew.ts';
import { type NewsWords, newsKey, newsTag } from './show-news.ts';

/** Whether this browser supports push messages. */
export const supportsNews = (): boolean =>
  'PushManager' in window && navigator.serviceWorker !== undefined;

const readWantsNews = async () => (await readMeta<NewsWords>(newsKey)) !== undefined;

export const useWantsNews = (): boolean | undefined => useStored(readWantsNews, 'meta');

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return supportsNews() ? navigator.serviceWorker.getRegistration('/field/') : undefined;
}

async function findSubscription(): Promise<PushSubscription | null | undefined> {
  return (await findRegistration())?.pushManager.getSubscription();
}

/** Stores the texts of push messages in the current language. Must be called again after a change of language. */
export async function saveNewsWords(words: NewsWords): Promise<void> {
  await writeMeta(newsKey, words);
  announce('meta');
}

/** Rejects without a network. */
export async function turnOnNews(words: NewsWords): Promise<'on' | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const registration = await findRegistration();
  if (!registration) throw new Error('The app is not on this phone yet.');
  await withToken(async (token) => {
    const { public_key: applicationServerKey } = await call(getPush, { token });
    // A subscription made with another key would block the new one.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const made = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    });
    await sendSubscription(made, token);
  });
  await saveNewsWords(words);
  return 'on';
}

async function sendSubscription(subscription: PushSubscription, token: string): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  await call(turnOnPush, { body: { endpoint, keys: { p256dh, auth } }, token });
}

/**
 * Ends push messages in this browser, and on the server if there is a network. Without a network, the server
 * notices when its next push message fails.
 */
export async function turnOffNews(): Promise<void> {
  await (await database()).delete('meta', newsKey);
  announce('meta');
  await endSubscription();
  await withToken((token) => call(turnOffPush, { token })).catch(() => {});
}

/** Must be called at a sign-out, because the next agent must not get this agent's messages. */
export async function endSubscription(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** The send token (one for each sign-in) with which {@link renewNews} last ran on this page. */
let namedBy: string | undefined;

/**
 * Registers the browser's subscription on the server again, once on each page and after each new sign-in.
 * Ends the subscription if this agent has not turned push messages on, because it is an earlier agent's.
 */
export async function renewNews(sendToken: string, token: string): Promise<void> {
  if (namedBy === sendToken || !supportsNews()) return;
  const subscription = await findSubscription();
  if (subscription && (await readWantsNews())) await sendSubscription(subscription, token);
  else await subscription?.unsubscribe();
  namedBy = sendToken;
}

/** Closes the push message about tasks, because the agent now sees the tasks. */
export async function closeNews(): Promise<void> {
  const shown = await (await findRegistration())?.getNotifications({ tag: newsTag });
  for (const one of shown ?? []) one.close();
}
