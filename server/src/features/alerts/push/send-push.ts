import { isPushService, type PushedCounts } from '@doorstep/contract/alerts/push';
import type { Kysely } from 'kysely';
import PQueue from 'p-queue';
import { Counter, Registry } from 'prom-client';
import webPush from 'web-push';
import { runUnlessLocked } from '../../../db/advisory-lock.ts';
import type { Database } from '../../../db/schema.ts';
import { readPushKeys } from './push-key-store.ts';
import {
  claimNews,
  deleteNews,
  deleteSubscription,
  dropOldNews,
  type PhoneNews,
  type SessionLife,
} from './push-store.ts';

/** The maximum number of queued messages in a run, the number of parallel requests, and the timeout in ms. */
const most = 1_000;
const atOnce = 10;
const deadline = 10_000;
/** The time for which a push service stores a message for an offline phone, in seconds. */
const lifetime = 3_600;

interface Sender {
  db: Kysely<Database>;
  secret: Uint8Array;
  provider: { publicUrl: string | undefined };
  life: SessionLife;
  /** Tests replace `isAllowed` and `send`. */
  isAllowed?: (endpoint: string) => boolean;
  send?: typeof fetch;
}

type Result = 'sent' | 'failed' | 'dropped';

/** Sends each phone the counts of its new tasks, lost tasks and messages, encrypted as in RFC 8291. */
export function pushSender({ isAllowed = isPushService, send = fetch, ...sender }: Sender) {
  const { db, provider, life } = sender;
  const registry = new Registry();
  const pushes = new Counter({
    name: 'doorstep_pushes_total',
    help: 'Messages to agents’ phones, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const isPublic = provider.publicUrl?.startsWith('https:');
  const subject = isPublic ? provider.publicUrl : 'mailto:doorstep@example.com';

  async function post(news: PhoneNews, signal: AbortSignal): Promise<Result> {
    // Checks the address again, because a restored backup may contain one that the API would reject.
    if (!isAllowed(news.endpoint)) return 'dropped';
    const { publicKey, privateKey } = await readPushKeys(sender);
    const counts: PushedCounts = { new: news.new, gone: news.gone, messages: news.messages };
    const { endpoint, body, headers } = webPush.generateRequestDetails(
      { endpoint: news.endpoint, keys: { p256dh: news.p256dh, auth: news.auth } },
      JSON.stringify(counts),
      { TTL: lifetime, vapidDetails: { subject: subject ?? '', publicKey, privateKey } },
    );
    const answer = await send(endpoint, {
      method: 'POST',
      body: new Uint8Array(body ?? []),
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
    });
    await answer.body?.cancel();
    if (answer.status === 404 || answer.status === 410) return 'dropped';
    return answer.ok ? 'sent' : 'failed';
  }

  async function tell(news: PhoneNews, signal: AbortSignal): Promise<void> {
    const outcome = await post(news, signal).catch(() => 'failed' as const);
    pushes.inc({ outcome });
    if (outcome === 'failed') return;
    if (outcome === 'dropped') await deleteSubscription(db, news.session_id);
    await deleteNews(db, news.ids);
  }

  return {
    registry,
    async send(signal: AbortSignal): Promise<void> {
      // Only one server at a time may send. Otherwise, a second server would send a message again while the
      // first server waits for a slow push service.
      await runUnlessLocked(db, 'push', async () => {
        await dropOldNews(db, life);
        const queue = new PQueue({ concurrency: atOnce });
        await queue.addAll((await claimNews(db, most)).map((news) => () => tell(news, signal)));
      });
    },
  };
}
