import { announce } from '../db/announce.ts';
import { database, ignoreFull } from '../db/database.ts';
import { endSignIn, readAccountRecord } from '../session/account-record.ts';
import { NoAnswer, Refusal } from '../session/api.ts';
import { reachServer } from './network.ts';
import type { QueuedVisit } from './queued-visit.ts';
import { change, type Sent, sendFacts, sendPhotos, takeReceipts } from './send-visit.ts';
import { nothingSent, type SendingRecord } from './sending-record.ts';

const keepFor = 7 * 86_400_000;

/** `done`: nothing is left to send; otherwise what sending waits for: a server that answers, the password, or Wi-Fi. */
type Round = 'done' | 'again' | 'sign in' | 'for Wi-Fi';

/** Sends all that waits. Only one page or worker sends at a time: the others wait for it. */
export async function sendQueue(): Promise<Round> {
  const done = await navigator.locks.request('doorstep-field-send', async () => {
    const round = await tryRound();
    await noteSending({ state: stateAfter[round] });
    return round;
  });
  await showBadge();
  return done;
}

const stateAfter = {
  done: 'idle',
  again: 'waiting for a network',
  'sign in': 'waiting for the password',
  'for Wi-Fi': 'waiting for Wi-Fi',
} as const satisfies Record<Round, SendingRecord['state']>;

async function tryRound(): Promise<Round> {
  await dropOld();
  const all = await (await database()).getAll('outbox');
  const unsent = unsentOf(all);
  const held = all.filter(({ state }) => state === 'held').map(({ visitId }) => visitId);
  // The page that was sending it was closed.
  for (const { visitId, state } of unsent) {
    if (state === 'sending') await change(visitId, () => ({ state: 'waiting' }));
  }
  if (unsent.length === 0 && held.length === 0) return 'done';
  const account = await readAccountRecord();
  if (!account || account.isEnded) return 'sign in';

  const outcomes = new Set<Outcome>();
  try {
    await reachServer();
    await noteSending({ state: 'sending' });
    await sendAll(account.sendToken, outcomes);
    await takeReceipts(held, account.sendToken);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) {
      await endSignIn(account.sendToken);
      return 'sign in';
    }
    if (error instanceof NoAnswer || error instanceof Refusal) return 'again';
    throw error;
  }
  return outcomes.has('busy') ? 'again' : outcomes.has('for Wi-Fi') ? 'for Wi-Fi' : 'done';
}

const unsentOf = (visits: QueuedVisit[]) =>
  visits
    .filter(({ receivedAt }) => receivedAt === null)
    .sort((a, b) => a.finishedAt.localeCompare(b.finishedAt));

/**
 * Sends the facts of all visits before any photo, as the office can work with facts alone; also those of a visit that is finished
 * while photos are being sent.
 */
async function sendAll(token: string, outcomes: Set<Outcome>): Promise<void> {
  /** By visit, the photos that the server lacks; null where it did not take the facts. */
  const missing = new Map<string, string[] | null>();
  const listUnsent = async () => unsentOf(await (await database()).getAll('outbox'));
  const sendAllFacts = async () => {
    for (const visit of await listUnsent()) {
      const { visitId } = visit;
      if (visit.areFactsThere || missing.has(visitId)) continue;
      missing.set(visitId, null);
      const outcome = await sendOrNote(visitId, async () => {
        missing.set(visitId, await sendFacts(visit, token));
        return 'whole';
      });
      if (outcome !== 'sent') outcomes.add(outcome);
    }
  };
  await sendAllFacts();
  for (const { visitId } of await listUnsent()) {
    const lacking = missing.get(visitId);
    if (lacking === null) continue;
    const photos = { missing: lacking, beforeEach: sendAllFacts };
    outcomes.add(await sendOrNote(visitId, () => sendPhotos(visitId, token, photos)));
  }
}

type Outcome = 'sent' | 'refused' | 'busy' | 'for Wi-Fi';

/** A problem with one visit does not stop the others: only no answer at all does, or a session that has ended. */
async function sendOrNote(visitId: string, attempt: () => Promise<Sent>): Promise<Outcome> {
  try {
    const sent = await attempt();
    if (sent !== 'whole') return sent === 'part' ? 'busy' : sent;
    await noteSending({ lastSentAt: new Date().toISOString() });
    return 'sent';
  } catch (error) {
    if (error instanceof Refusal && error.status !== 401) {
      const isBusy = error.status >= 500 || error.status === 429;
      const refusal = isBusy ? null : (error.code ?? String(error.status));
      // The server may have deleted what it had: next time all is sent from the beginning.
      await change(visitId, () => ({
        state: isBusy ? 'waiting' : 'refused',
        refusal,
        ...(!isBusy && { areFactsThere: false }),
      }));
      return isBusy ? 'busy' : 'refused';
    }
    await change(visitId, () => ({ state: 'waiting' }));
    if (error instanceof Refusal || error instanceof NoAnswer) throw error;
    // A fault on this phone, in this visit; the others can still be sent.
    reportError(error);
    return 'busy';
  }
}

/** Visits stay in the queue for some days after the office has them. */
async function dropOld(): Promise<void> {
  const db = await database();
  const before = Date.now() - keepFor;
  for (const { visitId, state, receivedAt } of await db.getAll('outbox')) {
    if (state === 'held' || receivedAt === null || Date.parse(receivedAt) > before) continue;
    await db.delete('outbox', visitId);
    announce('outbox');
  }
}

/** Stores what the footer shows of sending. Nothing once the agent has signed out: the next one's footer would show it. */
export async function noteSending(change: Partial<SendingRecord>): Promise<void> {
  const store = async () => {
    const trx = (await database()).transaction('meta', 'readwrite');
    const [account, before] = await Promise.all([
      trx.store.get('account'),
      trx.store.get('sending'),
    ]);
    const sending = { ...nothingSent, ...(before as SendingRecord | undefined), ...change };
    await Promise.all([account ? trx.store.put(sending, 'sending') : undefined, trx.done]);
  };
  await store().catch(ignoreFull);
  announce('meta');
}

/** The number on the app's icon, where the phone shows one. */
async function showBadge(): Promise<void> {
  const outbox = await (await database()).getAll('outbox');
  const unsent = outbox.filter(({ receivedAt }) => receivedAt === null).length;
  // Rejected where the phone shows none; nothing depends on it.
  if (unsent > 0) await navigator.setAppBadge?.(unsent).catch(() => {});
  else await navigator.clearAppBadge?.().catch(() => {});
}
