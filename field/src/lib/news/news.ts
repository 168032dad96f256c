import { getPush, turnOffPush, turnOnPush } from '@doorstep/contract/alerts/push';
import { announce } from '../db/announce.ts';
import { database, readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';
import { call } from '../session/api.ts';
import { withToken } from '../session/renew.ts';
import { type NewsWords, newsKey, newsTag } from './show-news.ts';

/** Whether this browser can be told of tasks while the app is closed. */
export const canBeTold = (): boolean =>
  'PushManager' in window && 'Notification' in window && navigator.serviceWorker !== undefined;

const readIsTold = async () => (await readMeta<NewsWords>(newsKey)) !== undefined;

/** Whether the agent wants to be told; undefined until it was read. */
export const useIsTold = (): boolean | undefined => useStored(readIsTold, 'meta');

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return canBeTold() ? navigator.serviceWorker.getRegistration('/field/') : undefined;
}

async function findSubscription(): Promise<PushSubscription | null | undefined> {
  return (await findRegistration())?.pushManager.getSubscription();
}

/** Stores the texts for messages, after a change of the language too. */
export async function saveNewsWords(words: NewsWords): Promise<void> {
  await writeMeta(newsKey, words);
  announce('meta');
}

/** Asks for permission and names this browser to the server. Rejects without a network. */
export async function turnOnNews(words: NewsWords): Promise<'on' | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const registration = await findRegistration();
  if (!registration) throw new Error('The app is not on this phone yet.');
  await withToken(async (token) => {
    const { public_key: applicationServerKey } = await call(getPush, { token });
    // One that was made with another key would be in the way.
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

/** Ends it in this browser, and on the server where there is a network: otherwise the server learns it from its next message. */
export async function turnOffNews(): Promise<void> {
  await (await database()).delete('meta', newsKey);
  announce('meta');
  await endSubscription();
  await withToken((token) => call(turnOffPush, { token })).catch(() => {});
}

/** For a sign-out: the next agent's phone gets no message that was meant for this one. */
export async function endSubscription(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** The session that the server knows this browser by. */
let namedBy: string | undefined;

/** After a new sign-in, names this browser to the server again. A subscription of an agent before is ended. */
export async function renewNews(sendToken: string, token: string): Promise<void> {
  if (namedBy === sendToken || !canBeTold()) return;
  const subscription = await findSubscription();
  if (subscription && (await readIsTold())) await sendSubscription(subscription, token);
  else await subscription?.unsubscribe();
  namedBy = sendToken;
}

/** Closes the message: the agent sees the tasks themselves. */
export async function closeNews(): Promise<void> {
  const shown = await (await findRegistration())?.getNotifications({ tag: newsTag });
  for (const one of shown ?? []) one.close();
}
