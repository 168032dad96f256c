import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { sendCall } from '@doorstep/contract/visits/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { queueVisit } from '../../testing/day.ts';
import { Office } from '../../testing/office.ts';
import { emptyPhone, inMinutes, phoneAtWork, readable } from '../../testing/phone.ts';
import { endTroubles, simulateFullPhone, simulateNetwork } from '../../testing/troubles.ts';
import type { StoredCall } from '../calls/stored-call.ts';
import { database, readMeta } from '../db/database.ts';
import { decrypt, type Encrypted } from '../db/encrypted.ts';
import { lockNow, openKey, setSecret } from '../lock/lock.ts';
import { readAccountRecord } from '../session/account-record.ts';
import { fetchColleagues } from './colleagues.ts';
import { noteSending, sendQueue } from './send-queue.ts';
import { change } from './send-visit.ts';
import { setWifiOnly } from './wifi-only.ts';

let office: Office;
beforeEach(async () => {
  await phoneAtWork();
  office = new Office();
  office.start();
});

let made = 0;
const photoBytes = 300_000;

/** Queues a finished visit as `finishVisit` does. If `known` is false, the office can't read the envelope. */
async function queue({ photos = 2, held = false, known = true } = {}): Promise<string> {
  made += 1;
  const visitId = crypto.randomUUID();
  const sums = Array.from({ length: photos }, (_, index) =>
    `${made}-${index}`.padStart(64, '0').replace('-', 'f'),
  );
  const db = await database();
  for (const sha256 of sums) {
    const forServer = crypto.getRandomValues(new Uint8Array(60_000));
    const bytes = new Uint8Array(photoBytes);
    for (let at = 0; at < photoBytes; at += 60_000) bytes.set(forServer, at);
    await db.put('photos', { visitId, sha256, forServer: bytes.buffer });
  }
  const envelope = btoa(`visit ${made}`);
  if (known) office.known.set(envelope, { visitId, photos: sums, held });
  return queueVisit('Meera Nair', {
    ...{ visitId, envelope, taskId: made },
    finishedAt: new Date(1_790_000_000_000 + made * 1000).toISOString(),
    photos: sums.map((sha256) => ({ sha256, bytes: photoBytes, sent: 0 })),
  });
}

const find = async (visitId: string) => (await database()).get('outbox', visitId);
const photosOf = async (visitId: string) =>
  (await database()).countFromIndex('photos', 'visit', visitId);
const sums = (visitId: string) =>
  [...office.known.values()].find((visit) => visit.visitId === visitId)?.photos ?? [];

// Covers: field-app-10
test('sends the facts of all visits first, then their photos one by one, oldest visit first, while locked', async () => {
  const first = await queue();
  const second = await queue({ photos: 1 });
  lockNow();
  expect(await sendQueue()).toBe('done');
  const photosOfVisit = (id: string) =>
    sums(id).map((sum) => `PUT /api/v1/agent/visits/${id}/photos/${sum}/`);
  // The requests for the parts of one photo count as one request.
  expect(office.calls.filter((call, at, all) => call !== all[at - 1] || /POST/.test(call))).toEqual(
    [
      'GET /readyz',
      'POST /api/v1/agent/visits/',
      'POST /api/v1/agent/visits/',
      ...photosOfVisit(first),
      'GET /api/v1/agent/receipts/',
      ...photosOfVisit(second),
      'GET /api/v1/agent/receipts/',
    ],
  );
  expect(office.visits.map(({ token }) => token)).toEqual(['Bearer send-1', 'Bearer send-1']);
  expect(await find(first)).toMatchObject({
    state: 'received',
    receivedAt: office.receivedAt,
  });
  expect(await photosOf(first)).toBe(0);
});

// Covers: field-app-11
test('continues an interrupted upload where it ended, and stores everything until the receipt', async () => {
  const visitId = await queue();
  office.cutAfter = 40_000;
  let rounds = 1;
  while ((await sendQueue()) === 'again') {
    expect(await photosOf(visitId)).toBe(2);
    rounds += 1;
    expect(rounds).toBeLessThan(30);
  }
  expect(office.received).toBe(2 * photoBytes);
  expect(office.visits).toHaveLength(1);
  expect(await find(visitId)).toMatchObject({ state: 'received' });
  expect(await photosOf(visitId)).toBe(0);
});

// Covers: field-app-11
test('continues where the office says, if it has another part of a photo or the whole photo', async () => {
  const visitId = await queue();
  const [half = ''] = sums(visitId);
  const { forServer } = (await (await database()).get('photos', [visitId, half])) ?? {};
  office.photos.set(half, new Uint8Array(forServer ?? new ArrayBuffer(0), 0, 200_000));
  office.interfereNext('GET /api/v1/agent/receipts', () => noConnection());
  expect(await sendQueue()).toBe('again');
  expect(office.received).toBe(photoBytes + 100_000);
  // A full phone could not store its progress.
  await change(visitId, ({ photos }) => ({ photos: photos.map((one) => ({ ...one, sent: 0 })) }));
  expect(await sendQueue()).toBe('done');
  expect(office.received).toBe(photoBytes + 100_000);
});

// Covers: field-app-10
test.each([
  ['a hotel’s page answers', 'GET /readyz', { status: 'sign in' }],
  ['the office accepts no part of a photo', 'PUT', { state: 'part', offset: 0 }],
])('tries again later if %s; a visit that was being sent waits again', async (_, start, reply) => {
  const visitId = await queue({ photos: 1 });
  await change(visitId, () => ({ state: 'sending' }));
  office.interfereNext(start, () => Response.json(reply));
  expect(await sendQueue()).toBe('again');
  expect(office.calls.at(-1)).toMatch(new RegExp(`^${start}`));
  expect(await find(visitId)).toMatchObject({ state: 'waiting' });
  expect(await sendQueue()).toBe('done');
});

// Covers: field-app-10
test('sends the facts of a visit that is finished meanwhile before the next photo', async () => {
  const first = await queue();
  const [, lastPhoto = ''] = sums(first);
  let second = '';
  office.interfereNext('PUT', async () => {
    second = await queue({ photos: 0 });
    return undefined;
  });
  await sendQueue();
  expect(office.visits.map(({ id }) => id)).toEqual([first, second]);
  expect(office.calls.findLastIndex((call) => call.startsWith('POST'))).toBeLessThan(
    office.calls.findIndex((call) => call.includes(lastPhoto)),
  );
});

// Covers: field-app-61
test('offers a rejected call once in a round, not before each photo', async () => {
  await queue();
  await (await database()).put('calls', {
    ...{ id: 'a', taskId: 1, state: 'waiting', begunAt: 1, envelope: 'call' },
    details: {} as StoredCall['details'],
  });
  const offer = vi.fn(() => failure(404));
  answer(sendCall, offer);
  await sendQueue();
  expect(offer).toHaveBeenCalledOnce();
  await sendQueue();
  expect(offer).toHaveBeenCalledOnce();
});

// Covers: field-app-10
test('sends a photo in small parts from the start, and cancels a hanging part after 30 s', async () => {
  const visitId = await queue({ photos: 1 });
  const timeouts: { within: number; end: () => void }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((within) => {
    const controller = new AbortController();
    timeouts.push({ within, end: () => controller.abort() });
    return controller.signal;
  });
  let parts = 0;
  office.interfere = (call) => {
    if (!call.startsWith('PUT')) return undefined;
    parts += 1;
    return parts === 2 ? new Promise(() => {}) : undefined;
  };
  const sending = sendQueue();
  await expect.poll(() => parts).toBe(2);
  expect(timeouts.at(-1)?.within).toBe(30_000);
  timeouts.at(-1)?.end();
  expect(await sending).toBe('again');
  expect(await sendQueue()).toBe('done');
  expect(await find(visitId)).toMatchObject({ state: 'received' });
  expect(office.received).toBe(photoBytes);
  expect(office.largestPart).toBe(65_536);
  // At 6 KB/s (6 bytes a millisecond), a part arrives before its timeout.
  expect(office.largestPart / 30_000).toBeLessThan(6);
});

// Covers: field-app-11
test('keeps the photos of a visit without a receipt, whenever the phone loses power', async () => {
  const visitId = await queue();
  const db = await database();
  const seen = new Set<string>();
  let isSending = true;
  const look = async () => {
    while (isSending) {
      const trx = db.transaction(['outbox', 'photos']);
      const [visit, photos] = await Promise.all([
        trx.objectStore('outbox').get(visitId),
        trx.objectStore('photos').index('visit').count(visitId),
      ]);
      seen.add(`${visit?.receivedAt ? 'receipt' : 'no receipt'}, ${photos} photos`);
    }
  };
  const looking = look();
  expect(await sendQueue()).toBe('done');
  isSending = false;
  await looking;
  expect(await photosOf(visitId)).toBe(0);
  seen.delete('receipt, 0 photos');
  expect([...seen]).toEqual(['no receipt, 2 photos']);
});

// Covers: field-app-10
test('treats a network that does not reach the office as no network', async () => {
  const visitId = await queue();
  office.interfere = () => new Response('<p>Welcome to the hotel</p>', { status: 200 });
  expect(await sendQueue()).toBe('again');
  expect(office.calls).toEqual(['GET /readyz']);
  expect(await find(visitId)).toMatchObject({ state: 'waiting', receivedAt: null });
});

// Covers: field-app-12
test('stores a rejected visit with its reason, and sends the others', async () => {
  const refused = await queue({ known: false });
  const good = await queue();
  expect(await sendQueue()).toBe('done');
  const refusal = 'foreign_envelope';
  expect(await find(refused)).toMatchObject({ state: 'refused', refusal, receivedAt: null });
  expect(await photosOf(refused)).toBe(2);
  expect(await find(good)).toMatchObject({ state: 'received' });
});

// Covers: field-app-12
test('sends the other photos of a visit after one is rejected', async () => {
  const visitId = await queue({ photos: 3 });
  const [unreadable = '', ...others] = sums(visitId);
  office.interfere = (call) => (call.includes(unreadable) ? failure(400) : undefined);
  expect(await sendQueue()).toBe('done');
  expect(await find(visitId)).toMatchObject({ state: 'refused', refusal: '400', receivedAt: null });
  expect([...office.photos.keys()]).toEqual(others);
  expect(await photosOf(visitId)).toBe(3);
});

test('sends other visits after a server error with one, and retries that one later', async () => {
  const troubled = await queue();
  const good = await queue({ photos: 1 });
  office.interfereNext('POST', () => failure(503));
  expect(await sendQueue()).toBe('again');
  expect(await find(troubled)).toMatchObject({ state: 'waiting', refusal: null });
  expect(await find(good)).toMatchObject({ state: 'received' });
  expect(await sendQueue()).toBe('done');
  expect(await find(troubled)).toMatchObject({ state: 'received' });
});

// Covers: field-app-12
test('stops when the sign-in has ended, asks for the password once, and keeps the queue', async () => {
  const first = await queue();
  const second = await queue();
  office.interfere = (call) => (call.startsWith('POST') ? failure(401) : undefined);
  expect(await sendQueue()).toBe('sign in');
  expect(office.calls).toEqual(['GET /readyz', 'POST /api/v1/agent/visits/']);
  expect(await readAccountRecord()).toMatchObject({ isEnded: true });
  expect(await sendQueue()).toBe('sign in');
  expect(office.calls).toHaveLength(2);
  for (const id of [first, second]) {
    expect(await find(id)).toMatchObject({ state: 'waiting', receivedAt: null });
    expect(await photosOf(id)).toBe(2);
  }
});

// Covers: threat-39
test('uploads a held visit completely; shows who has the task while unlocked only', async () => {
  const visitId = await queue({ held: true });
  expect(await sendQueue()).toBe('done');
  const heldBecause = 'reassigned';
  expect(await find(visitId)).toMatchObject({ state: 'held', heldBecause, colleague: null });
  expect(office.photos.size).toBe(2);
  const readColleague = async () =>
    decrypt(openKey(), (await find(visitId))?.colleague as Encrypted<string>);
  await fetchColleagues();
  expect(await readColleague()).toBe('Ravi Kumar');
  const colleague = (await find(visitId))?.colleague;
  expect(readable(colleague?.bytes)).not.toContain('Ravi');
  // The receipts of the next round do not change the stored colleague.
  await sendQueue();
  expect((await find(visitId))?.colleague).toEqual(colleague);
  expect(JSON.stringify(await find(visitId))).not.toContain('Ravi');
  // The name can't be read after a forgotten PIN, so it is requested again.
  await setSecret('918273');
  await fetchColleagues();
  expect(await readColleague()).toBe('Ravi Kumar');
});

test.each([
  ['Ravi Kumar', 'already_visited'],
  [null, 'visited_by_self'],
] as const)('a visit after one of %s is held as %s', async (colleague, heldBecause) => {
  const visitId = await queue({ held: true });
  office.held = { held_because: 'already_visited', colleague };
  await sendQueue();
  expect(await find(visitId)).toMatchObject({ state: 'held', heldBecause });
  expect(JSON.stringify(await find(visitId))).not.toContain('Ravi');
});

test('repeats a call whose answer was lost once, without duplicates', async () => {
  const visitId = await queue();
  office.interfereNext('GET /api/v1/agent/receipts/', noConnection, 2);
  const rounds = [await sendQueue(), await sendQueue(), await sendQueue()];
  expect(rounds).toEqual(['again', 'again', 'done']);
  expect(office.visits.map(({ id }) => id)).toEqual([visitId]);
  expect(office.received).toBe(2 * photoBytes);
});

test('sends a visit again from the beginning if the server lost it', async () => {
  const visitId = await queue();
  office.interfereNext('GET /api/v1/agent/receipts/', () => {
    office.visits.length = 0;
    office.photos.clear();
    return undefined;
  });
  expect(await sendQueue()).toBe('again');
  expect(await find(visitId)).toMatchObject({ areFactsThere: false, receivedAt: null });
  expect(await photosOf(visitId)).toBe(2);
  expect(await sendQueue()).toBe('done');
  expect(await find(visitId)).toMatchObject({ state: 'received' });
});

// Covers: field-app-11
test('lists a visit for seven days after its receipt, and forever without one', async () => {
  const unsent = await queue({ photos: 0, known: false });
  const received = (days: number) =>
    queueVisit('Meera Nair', { state: 'received', receivedAt: inMinutes(-days * 24 * 60) });
  const [recent, old] = [await received(6.9), await received(7.1)];
  await sendQueue();
  expect(await find(recent)).toBeDefined();
  expect(await find(old)).toBeUndefined();
  expect(await find(unsent)).toBeDefined();
});

test('learns the difference between its clock and the office’s', async () => {
  await queue({ photos: 0 });
  const headers = { Date: new Date(Date.now() - 3_600_000).toUTCString() };
  office.interfereNext('GET /readyz', () => Response.json({ status: 'ready' }, { headers }));
  await sendQueue();
  const { offsetMs } = (await readMeta<{ offsetMs: number }>('clock')) ?? { offsetMs: 0 };
  expect(Math.abs(offsetMs - 3_600_000)).toBeLessThan(60_000);
});

// Covers: field-app-18
test('sends waiting visits on a full phone, which frees space', async () => {
  const visitId = await queue();
  simulateFullPhone();
  await sendQueue();
  expect(office.photos.size).toBe(2);
  expect(await photosOf(visitId)).toBe(0);
  endTroubles();
  expect(await sendQueue()).toBe('done');
  expect(await find(visitId)).toMatchObject({ state: 'received' });
  expect(office.received).toBe(2 * photoBytes);
});

test('sends other visits when one has lost its photo', async () => {
  const broken = await queue();
  const good = await queue();
  await (await database()).delete('photos', [broken, sums(broken)[0] ?? '']);
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue();
  expect(await sendQueue()).toBe('again');
  expect(await find(good)).toMatchObject({ state: 'received' });
  expect(await find(broken)).toMatchObject({ state: 'waiting', receivedAt: null });
  expect(reported).toHaveBeenCalled();
});

// Covers: field-app-19
test('lets photos wait for Wi-Fi if the agent wants that; sends facts immediately', async () => {
  simulateNetwork('cellular');
  const [visitId, noPhotos] = [await queue(), await queue({ photos: 0 })];
  await setWifiOnly(true);
  expect(await sendQueue()).toBe('for Wi-Fi');
  expect(office.visits.map(({ id }) => id)).toEqual([visitId, noPhotos]);
  expect(office.received).toBe(0);
  expect(await readMeta('sending')).toMatchObject({ state: 'waiting for Wi-Fi' });
  expect(await find(visitId)).toMatchObject({ state: 'waiting', areFactsThere: true });
  expect(await find(noPhotos)).toMatchObject({ state: 'received' });
  simulateNetwork('wifi');
  expect(await sendQueue()).toBe('done');
  expect(await find(visitId)).toMatchObject({ state: 'received' });
  expect(office.visits).toHaveLength(2);
});

// Covers: field-app-10
test('does not undo the other context’s sending state, and writes none after a sign-out', async () => {
  await Promise.all([noteSending({ nextTryAt: 5 }), noteSending({ state: 'sending' })]);
  expect(await readMeta('sending')).toMatchObject({ nextTryAt: 5, state: 'sending' });
  await emptyPhone();
  await noteSending({ lastSentAt: '2026-11-22T05:00:00.000Z' });
  expect(await readMeta('sending')).toBeUndefined();
});

// Covers: field-app-10
test('lets others send when the browser freezes a page', async () => {
  const visitId = await queue({ photos: 1 });
  const hang = vi.fn(() => new Promise<never>(() => {}));
  office.interfereNext('PUT', hang);
  const sending = sendQueue();
  await expect.poll(() => hang.mock.calls.length).toBe(1);
  document.dispatchEvent(new Event('freeze'));
  expect(await sending).toBe('again');
  expect(await sendQueue()).toBe('done');
  expect(await find(visitId)).toMatchObject({ state: 'received' });
});
