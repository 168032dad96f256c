import { verificationHistory } from '@doorstep/contract/audit';
import { dismissFinding } from '@doorstep/contract/evidence/office';
import { reviewQueue } from '@doorstep/contract/review';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { type Changes, listEvents } from '@doorstep/contract/wire/events';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from '../lib/api/api-client.ts';
import { listOf } from '../testing/answers.ts';
import { checkedCase, findingOf } from '../testing/evidence.ts';
import { holdIntervals, holdTimeouts, startIdleWork } from '../testing/page/page-clock.ts';
import { renderApp } from '../testing/render-app.tsx';
import { verificationOf, verificationRow } from '../testing/verifications.ts';

let send: (changes: Partial<Changes>) => void;
let asked: { after: string | undefined; accept: string | null }[];
let closeStream: () => void;
let decision: 'pending' | 'positive';
let listed: number;

beforeEach(() => {
  startIdleWork();
  asked = [];
  decision = 'pending';
  listed = 0;
  answer(listEvents, ({ query, request }) => {
    asked.push({ after: query.after, accept: request.headers.get('Accept') });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const encoder = new TextEncoder();
        send = (changes) => {
          const whole = { changes: [], last_event_id: 7, is_complete: true, ...changes };
          controller.enqueue(encoder.encode(`id: 7\ndata: ${JSON.stringify(whole)}\n\n`));
        };
        closeStream = () => controller.close();
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  answer(listVerifications, () => {
    listed += 1;
    return listOf([verificationRow({ admin_decision: decision })]);
  });
  answer(getVerification, () => verificationOf({ admin_decision: decision }));
});

function laterBy(milliseconds: number) {
  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
  onTestFinished(() => clock.mockRestore());
}

/** Returns a function that reports whether the page has received these changes. */
function heardOf({ changes }: Partial<Changes>) {
  const read = vi.spyOn(JSON, 'parse');
  onTestFinished(() => read.mockRestore());
  return () => read.mock.calls.some(([text]) => text.includes(JSON.stringify(changes)));
}

const listening = () => expect.poll(() => asked.length).toBe(1);
/**
 * Simulates a movement of the pointer after a hover. On a busy machine, the hover itself may be so long ago
 * that the pointer counts as resting.
 */
const movePointer = () => window.dispatchEvent(new PointerEvent('pointermove'));
const decided: Partial<Changes> = { changes: [{ kind: 'verification', id: 501 }] };

test('shows a colleague’s decision in the list and in the count of the queue', async () => {
  const counts = { mine: 0, incomplete: 0 };
  answer(reviewQueue, () => ({ ...counts, waiting: decision === 'pending' ? 5 : 4 }));
  const { screen } = await renderApp('/verification');
  const row = screen.getByRole('row', { name: /रमेश/ });
  await expect.element(row).toMatchTextContent(/Pending/);
  await expect.element(screen.getByRole('link', { name: 'Review (5)' })).toBeVisible();
  await listening();
  await expect.poll(() => asked).toEqual([{ after: undefined, accept: 'text/event-stream' }]);
  decision = 'positive';
  send(decided);
  await expect.element(row).not.toMatchTextContent(/Pending/);
  await expect.element(screen.getByRole('link', { name: 'Review (4)' })).toBeVisible();
});

test('fetches its data again if the page may have missed changes', async () => {
  const { screen } = await renderApp('/verification');
  const row = screen.getByRole('row', { name: /रमेश/ });
  await expect.element(row).toMatchTextContent(/Pending/);
  await listening();
  decision = 'positive';
  send({ is_complete: false });
  await expect.element(row).not.toMatchTextContent(/Pending/);
});

test('continues after the last event that another tab received, without missing any', async () => {
  const [held, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void navigator.locks.request('doorstep-events', () => {
    held.resolve();
    return left.promise;
  });
  await held.promise;
  const other = new BroadcastChannel('doorstep-events');
  onTestFinished(() => {
    other.close();
    left.resolve();
  });
  const { screen } = await renderApp('/verification');
  const row = screen.getByRole('row', { name: /रमेश/ });
  await expect.element(row).toMatchTextContent(/Pending/);
  decision = 'positive';
  const tell = () => other.postMessage({ ...decided, last_event_id: 41, is_complete: true });
  await expect
    .poll(() => {
      tell();
      return row.element().textContent;
    })
    .not.toContain('Pending');
  await expect.poll(() => asked).toEqual([]);
  left.resolve();
  await listening();
  await expect.poll(() => asked[0]?.after).toBe('41');
});

/** Sends a colleague's decision while the pointer is on its row, and lets `wait` milliseconds pass. */
async function decideUnderPointer(wait: number, movesOn: boolean) {
  holdIntervals();
  const { screen } = await renderApp('/verification');
  const row = screen.getByRole('row', { name: /रमेश/ });
  await expect.element(row).toMatchTextContent(/Pending/);
  await listening();
  const heading = screen.getByRole('heading', { name: 'Verification' });
  await heading.hover();
  await screen.getByRole('button', { name: /^View/ }).hover();
  movePointer();
  const moving = movesOn ? setInterval(movePointer, 500) : undefined;
  onTestFinished(() => clearInterval(moving));
  const isHeard = heardOf(decided);
  decision = 'positive';
  send(decided);
  await expect.poll(isHeard).toBe(true);
  vi.advanceTimersByTime(wait);
  // Waits for this request, because all earlier requests are answered before it.
  await call(getVerification, { params: { id: 501 } });
  await expect.poll(() => listed).toBe(1);
  await expect.element(row).toMatchTextContent(/Pending/);
  return { heading, row };
}

// Covers: tables-12
test.each([
  ['leaves it', 500, 500],
  ['rests', 500, 3_000],
  ['has moved on for half a minute', 29_000, 1_500],
])('moves no row under a pointer until it %s', async (until, held, more) => {
  const { heading, row } = await decideUnderPointer(held, until.startsWith('has moved'));
  if (until === 'leaves it') await heading.hover();
  vi.advanceTimersByTime(more);
  await expect.element(row).not.toMatchTextContent(/Pending/);
});

test('keeps an open record unchanged until the reader loads the change', async () => {
  const { screen } = await renderApp('/verification?view=501');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Met in person.')).toBeVisible();
  await listening();
  answer(getVerification, verificationOf({ remark: 'Met at the gate.' }));
  send(decided);
  await expect.element(dialog.getByText('A colleague has changed this record.')).toBeVisible();
  await expect.element(dialog.getByText('Met in person.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect.element(dialog.getByText('Met at the gate.')).toBeVisible();
  await expect
    .element(dialog.getByText('A colleague has changed this record.'))
    .not.toBeInTheDocument();
});

test('continues a broken stream where it ended, and leaves nothing behind', async () => {
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  onTestFinished(() => void vi.restoreAllMocks());
  holdTimeouts();
  await renderApp('/home');
  await listening();
  const isHeard = heardOf({ changes: [] });
  send({});
  await expect.poll(isHeard).toBe(true);
  const before = added.mock.calls.length;
  // Finds the abort listener of the pause before the next retry by its code, which calls `clearTimeout`.
  const pause = () =>
    added.mock.calls
      .slice(before)
      .map(([, listener]) => listener)
      .find((listener) => String(listener).includes('clearTimeout'));
  closeStream();
  await expect.poll(pause).toBeDefined();
  const paused = pause();
  vi.advanceTimersByTime(3_000);
  await expect.poll(() => asked.length).toBe(2);
  await expect.poll(() => asked[1]?.after).toBe('7');
  expect(removed).toHaveBeenCalledWith('abort', paused);
});

test('listens immediately after another sign-in, independent of the earlier page', async () => {
  const before = await renderApp('/home');
  await listening();
  holdTimeouts();
  await before.screen.unmount();
  // Timeouts are stopped, so a lock that is released after a delay would never be free.
  await expect(navigator.locks.request('doorstep-events', () => 'had')).resolves.toBe('had');
});

test('asks a backend without events once, and shows no error', async () => {
  let count = 0;
  answer(listEvents, () => {
    count += 1;
    return failure(404);
  });
  holdTimeouts();
  const { screen } = await renderApp('/verification');
  await expect.element(screen.getByRole('row', { name: /रमेश/ })).toBeVisible();
  await expect.poll(() => count).toBe(1);
  // Waits for this request, because all earlier requests are answered before it.
  await call(listVerifications);
  vi.advanceTimersByTime(3_500);
  await call(listVerifications);
  await expect.poll(() => count).toBe(1);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('fetches a record once while the pointer rests on its row', async () => {
  let fetched = 0;
  answer(getVerification, () => {
    fetched += 1;
    return verificationOf();
  });
  const { screen } = await renderApp('/verification');
  // Hovers over another element first, because a pointer that is on the row from the start fires no event.
  await screen.getByRole('heading', { name: 'Verification' }).hover();
  const view = screen.getByRole('button', { name: /^View/ });
  await view.hover();
  await expect.poll(() => fetched).toBe(1);
  await pressAndSee(view, screen.getByRole('dialog').getByText('Met in person.'));
  await expect.poll(() => fetched).toBe(1);
});

test('says that a record could not be fetched again, without naming a colleague', async () => {
  const { screen } = await renderApp('/verification?view=501');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Met in person.')).toBeVisible();
  answer(getVerification, failure(503, { message: 'Out of order.' }));
  laterBy(60_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/could not be fetched again.*Out of order\./);
  await expect.element(dialog.getByText('Met in person.')).toBeVisible();
  await expect
    .element(dialog.getByText('A colleague has changed this record.'))
    .not.toBeInTheDocument();
  answer(getVerification, verificationOf({ remark: 'Met at the gate.' }));
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog.getByText('Met at the gate.')).toBeVisible();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

/** Dismisses the only finding of an open record. `fetched` counts the requests for the record. */
async function dismissOwn() {
  let findings = [findingOf()];
  let fetched = 0;
  answer(getVerification, () => {
    fetched += 1;
    return checkedCase(findings);
  });
  const dismissed = {
    ...{ id: 9, at: '2026-03-05T05:00:00.000Z', actor: null, address: null, before: null },
    ...{ subject: 'verification', subject_id: 501, action: 'dismiss_finding', after: null },
  };
  answer(verificationHistory, () => ({ results: findings.length ? [] : [dismissed], people: [] }));
  answer(dismissFinding, () => {
    findings = [];
    return { success: true as const, message: 'Dismissed.' };
  });
  const { screen } = await renderApp('/verification?view=501');
  const dialog = screen.getByRole('dialog', { name: 'Verification' });
  await expect.element(dialog.getByText(/at the door/)).toBeVisible();
  await listening();
  // Stops the clock, because the page recognises its own change for only five seconds.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  const reasons = screen.getByRole('dialog', { name: /^Dismiss: / }).getByRole('radio');
  await expect.element(reasons.first()).toHaveFocus();
  await userEvent.keyboard('1{Enter}');
  await expect.element(dialog.getByText(/^Nothing found/)).toBeVisible();
  await expect.element(dialog.getByText('Dismissed a finding')).toBeVisible();
  const notice = dialog.getByText('A colleague has changed this record.');
  return { notice, fetched: () => fetched };
}

test.each([
  // The milliseconds by which the clock moves after the change arrives. The user then no longer counts as
  // typing.
  ['', 2_000],
  [' even after a long delay by typing', 10_000],
])(
  'does not show the user’s own change of an open record as a colleague’s%s',
  async (typing, later) => {
    const { notice, fetched } = await dismissOwn();
    const before = fetched();
    const isHeard = heardOf(decided);
    if (typing) window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
    send(decided);
    await expect.poll(isHeard).toBe(true);
    laterBy(later);
    await expect.poll(fetched).toBe(before + 1);
    await expect.element(notice).not.toBeInTheDocument();
  },
);
