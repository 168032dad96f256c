import { dropOldCalls, hasCallsToSend, sendCalls } from '../calls/send-calls.ts';
import type { StoredCall } from '../calls/stored-call.ts';
import { announce } from '../db/announce.ts';
import { database, ignoreFull } from '../db/database.ts';
import { dropOldMessages, hasMessagesToSend, sendMessages } from '../messages/send-messages.ts';
import { showBadge } from '../news/badge.ts';
import { endSignIn, readAccountRecord } from '../session/account-record.ts';
import { NoAnswer, Refusal } from '../session/api.ts';
import { reachServer } from './network.ts';
import type { QueuedVisit } from './queued-visit.ts';
import { change, type Sent, sendFacts, sendPhotos, takeReceipts } from './send-visit.ts';
import { nothingSent, type SendingRecord } from './sending-record.ts';

const keepFor = 7 * 86_400_000;

/**
 * `done`: everything was sent or rejected. The other values name what sending waits for: the next retry, the
 * password, or Wi-Fi.
 */
type Round = 'done' | 'again' | 'sign in' | 'for Wi-Fi';

/** Only one page or worker sends at a time. The others wait until the sender is done. */
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
  // Resets the visits that an earlier page was sending when it was closed.
  for (const { visitId, state } of unsent) {
    if (state === 'sending') await change(visitId, () => ({ state: 'waiting' }));
  }
  const isSomethingElse = (await hasCallsToSend()) || (await hasMessagesToSend());
  if (unsent.length === 0 && held.length === 0 && !isSomethingElse) return 'done';
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
 * Sends the envelopes of all visits, all calls and all messages before any photo, because the office can
 * begin to work without the photos. Before each photo, sends the envelopes, calls and messages that were
 * added since the photo before.
 */
async function sendAll(token: string, outcomes: Set<Outcome>): Promise<void> {
  /** The photos that the server lacks, by visit; null if the server did not accept the envelope. */
  const missing = new Map<string, string[] | null>();
  const listUnsent = async () => unsentOf(await (await database()).getAll('outbox'));
  const sendAllFacts = async (isWantedCall?: (call: StoredCall) => boolean) => {
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
    if (!(await sendCalls(token, isWantedCall))) outcomes.add('busy');
    if (!(await sendMessages(token))) outcomes.add('busy');
  };
  await sendAllFacts();
  // Before a photo, sends only waiting calls, because the line above has sent the rejected calls again.
  const beforeEach = () => sendAllFacts(({ state }) => state === 'waiting');
  for (const { visitId } of await listUnsent()) {
    const lacking = missing.get(visitId);
    if (lacking === null) continue;
    const photos = { missing: lacking, beforeEach };
    outcomes.add(await sendOrNote(visitId, () => sendPhotos(visitId, token, photos)));
  }
}

type Outcome = 'sent' | 'refused' | 'busy' | 'for Wi-Fi';

/**
 * Runs one step of sending a visit, and stores the visit's state if the step fails. Throws only if no answer
 * came or the session has ended, so that a problem with one visit doesn't stop the others.
 */
async function sendOrNote(visitId: string, attempt: () => Promise<Sent>): Promise<Outcome> {
  try {
    const sent = await attempt();
    if (sent !== 'whole') return sent === 'part' ? 'busy' : sent;
    await noteSending({ lastSentAt: new Date().toISOString() });
    return 'sent';
  } catch (error) {
    if (error instanceof Refusal && error.status !== 401) {
      const { isBusy } = error;
      const refusal = isBusy ? null : (error.code ?? String(error.status));
      // After a rejection, the server may have deleted its part of the visit, so the next retry sends the
      // envelope again.
      await change(visitId, () => ({
        state: isBusy ? 'waiting' : 'refused',
        refusal,
        ...(!isBusy && { areFactsThere: false }),
      }));
      return isBusy ? 'busy' : 'refused';
    }
    await change(visitId, () => ({ state: 'waiting' }));
    if (error instanceof Refusal || error instanceof NoAnswer) throw error;
    // This error is about one visit on this phone. The other visits can still be sent.
    reportError(error);
    return 'busy';
  }
}

async function dropOld(): Promise<void> {
  const db = await database();
  const before = Date.now() - keepFor;
  for (const { visitId, state, receivedAt } of await db.getAll('outbox')) {
    if (state === 'held' || receivedAt === null || Date.parse(receivedAt) > before) continue;
    await db.delete('outbox', visitId);
    announce('outbox');
  }
  await dropOldCalls(before);
  await dropOldMessages(before);
}

/** Stores the state of sending, but not after a sign-out, because the next agent's footer would show it. */
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
