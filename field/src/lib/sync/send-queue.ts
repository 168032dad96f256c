import { announce } from '../db/announce.ts';
import { database, ignoreFull, readMeta, writeMeta } from '../db/database.ts';
import { endSignIn, readAccountRecord } from '../session/account-record.ts';
import { NoAnswer, Refusal } from '../session/api.ts';
import { reachServer } from './network.ts';
import { change, sendQueued, takeReceipts } from './send-visit.ts';
import { nothingSent, type SendingRecord } from './sending-record.ts';

const keepFor = 7 * 86_400_000;

/** `done`: nothing is left to try; else what is wanted: a server that answers, the password, or Wi-Fi. */
type Round = 'done' | 'again' | 'sign in' | 'for Wi-Fi';

/** Sends all that waits, one page or worker at a time: another that is at it is waited for. */
export function sendQueue(): Promise<Round> {
  return navigator.locks.request('doorstep-field-send', async () => {
    const round = await tryRound();
    await noteSending({ state: stateAfter[round] });
    await showBadge();
    return round;
  });
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
  const unsent = all
    .filter(({ receivedAt }) => receivedAt === null)
    .sort((a, b) => a.finishedAt.localeCompare(b.finishedAt));
  const held = all.filter(({ state }) => state === 'held').map(({ visitId }) => visitId);
  // Left so by a page that was ended in the middle.
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
    for (const { visitId } of unsent) {
      outcomes.add(await sendOrNote(visitId, account.sendToken));
    }
    await takeReceipts(held, account.sendToken);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) {
      await endSignIn();
      return 'sign in';
    }
    if (error instanceof NoAnswer || error instanceof Refusal) return 'again';
    throw error;
  }
  return outcomes.has('busy') ? 'again' : outcomes.has('for Wi-Fi') ? 'for Wi-Fi' : 'done';
}

type Outcome = 'sent' | 'refused' | 'busy' | 'for Wi-Fi';

/** What is wrong with one visit never stops the others: only no answer at all does, and a sign-in that has ended. */
async function sendOrNote(visitId: string, token: string): Promise<Outcome> {
  try {
    const sent = await sendQueued(visitId, token);
    if (sent !== 'whole') return sent === 'part' ? 'busy' : sent;
    await noteSending({ lastSentAt: new Date().toISOString() });
    return 'sent';
  } catch (error) {
    if (error instanceof Refusal && error.status !== 401) {
      const isBusy = error.status >= 500 || error.status === 429;
      const refusal = isBusy ? null : error.message;
      // The server may have let go of what it had: it is asked from the beginning next time.
      await change(visitId, () => ({
        state: isBusy ? 'waiting' : 'refused',
        refusal,
        ...(!isBusy && { areFactsThere: false }),
      }));
      return isBusy ? 'busy' : 'refused';
    }
    await change(visitId, () => ({ state: 'waiting' }));
    if (error instanceof Refusal || error instanceof NoAnswer) throw error;
    // Something on this phone is wrong with it; the others can still go.
    reportError(error);
    return 'busy';
  }
}

/** Visits stand in the list for some days after the office has them. */
async function dropOld(): Promise<void> {
  const db = await database();
  const before = Date.now() - keepFor;
  for (const { visitId, state, receivedAt } of await db.getAll('outbox')) {
    if (state === 'held' || receivedAt === null || Date.parse(receivedAt) > before) continue;
    await db.delete('outbox', visitId);
    announce('outbox');
  }
}

/** What the footer says of sending. */
export async function noteSending(change: Partial<SendingRecord>): Promise<void> {
  const before = (await readMeta<SendingRecord>('sending')) ?? nothingSent;
  await writeMeta('sending', { ...before, ...change }).catch(ignoreFull);
  announce('meta');
}

/** The number on the app's icon, where the phone shows one. */
async function showBadge(): Promise<void> {
  const outbox = await (await database()).getAll('outbox');
  const unsent = outbox.filter(({ receivedAt }) => receivedAt === null).length;
  // A phone that shows none refuses; nothing depends on it.
  if (unsent > 0) await navigator.setAppBadge?.(unsent).catch(() => {});
  else await navigator.clearAppBadge?.().catch(() => {});
}
