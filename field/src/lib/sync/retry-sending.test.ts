import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { queueVisit } from '../../testing/day.ts';
import { Office } from '../../testing/office.ts';
import { phoneAtWork } from '../../testing/phone.ts';
import { database, readMeta } from '../db/database.ts';
import { sendingSignal } from './cancel-sending.ts';
import { sendNow, sendSoon } from './queue.ts';
import { startSendRetries } from './retry-sending.ts';
import type { SendingRecord } from './sending-record.ts';

let office: Office;
beforeEach(async () => {
  await phoneAtWork();
  office = new Office();
  office.start();
  office.isReachable = false;
});

async function queue(): Promise<string> {
  const visitId = crypto.randomUUID();
  const envelope = btoa(visitId);
  office.known.set(envelope, { visitId, photos: [] });
  return queueVisit('', { visitId, envelope }, 0);
}

const waits: number[] = [];
let tryAgain: (() => void) | undefined;

/**
 * Sends until the test ends. Resolves after `tries` failed attempts to send. Collects the wait after each of
 * them, and ends each wait early except the last.
 */
async function tryWithoutNetwork(tries: number): Promise<void> {
  waits.length = 0;
  const real = window.setTimeout;
  vi.spyOn(window, 'setTimeout').mockImplementation(((go: () => void, wait = 0) => {
    // Only the sender's waits are 1, 2, 4 … or 300 seconds.
    if (!(wait === 300_000 || Number.isInteger(Math.log2(wait / 1000)))) return real(go, wait);
    waits.push(wait);
    tryAgain = go;
    return 0;
  }) as typeof setTimeout);
  sendUntilTestEnds();
  for (let tried = 1; tried <= tries; tried += 1) {
    await expect.poll(() => waits.length).toBe(tried);
    if (tried < tries) tryAgain?.();
  }
}

const sendUntilTestEnds = () => onTestFinished(startSendRetries());
const isReceived = async (visitId: string) =>
  (await (await database()).get('outbox', visitId))?.state === 'received';

// Covers: field-app-10
test('waits 1, 2, 4 … 300 s without an answer, and never stops trying', async () => {
  const visitId = await queue();
  await tryWithoutNetwork(12);
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map((s) => s * 1000));
  const sending = () => readMeta<SendingRecord>('sending');
  await expect.poll(async () => (await sending())?.state).toBe('waiting for a network');
  office.isReachable = true;
  tryAgain?.();
  await expect.poll(() => isReceived(visitId)).toBe(true);
  await expect.poll(async () => (await sending())?.nextTryAt).toBe(0);
});

// Covers: field-app-10
test.each([
  ['a finished visit', sendSoon],
  ['“Send now”', sendNow],
  ['a network that comes', () => window.dispatchEvent(new Event('online'))],
  ['a look at the app', () => document.dispatchEvent(new Event('visibilitychange'))],
])('sends immediately and restarts the waits on %s', async (_, wake) => {
  const visitId = await queue();
  await tryWithoutNetwork(4);
  wake();
  await expect.poll(() => waits.length).toBe(5);
  expect(waits).toEqual([1000, 2000, 4000, 8000, 1000]);
  office.isReachable = true;
  wake();
  await expect.poll(() => isReceived(visitId)).toBe(true);
});

// Covers: field-app-10
test.each([
  ['“Send now”', sendNow],
  ['a network that comes', () => window.dispatchEvent(new Event('online'))],
])('cancels a hanging call and sends again on %s', async (_, wake) => {
  office.isReachable = true;
  const visitId = await queue();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const hang = vi.fn(() => new Promise<never>(() => {}));
  office.interfereNext('POST', hang);
  sendUntilTestEnds();
  await expect.poll(() => hang.mock.calls.length).toBe(1);
  wake();
  await expect.poll(() => isReceived(visitId)).toBe(true);
});

// Covers: field-app-10
test('cancels a call that hangs in another page or the service worker on “Send now”', async () => {
  const other = new BroadcastChannel('doorstep-field-send');
  onTestFinished(() => other.close());
  const heard = new Promise((resolve) => {
    other.addEventListener('message', ({ data }) => resolve(data));
  });
  sendNow();
  const word = await heard;
  const signal = sendingSignal();
  other.postMessage(word);
  await expect.poll(() => signal.aborted).toBe(true);
});

test('also sends a visit that is finished while another is being sent', async () => {
  office.isReachable = true;
  const first = await queue();
  let second = '';
  office.interfereNext('POST', () => {
    void queue().then((id) => {
      second = id;
      sendSoon();
    });
    return undefined;
  });
  sendUntilTestEnds();
  await expect.poll(() => isReceived(first)).toBe(true);
  await expect.poll(() => isReceived(second)).toBe(true);
});

test('lets only one of two pages send at a time', async () => {
  office.isReachable = true;
  const visitId = await queue();
  sendUntilTestEnds();
  sendUntilTestEnds();
  await expect.poll(() => isReceived(visitId)).toBe(true);
  expect(office.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});
