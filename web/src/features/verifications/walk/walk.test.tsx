import { reviewQueue, undoDecision } from '@doorstep/contract/review';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import {
  decideVerification,
  getVerification,
  listVerifications,
  type SentBack,
} from '@doorstep/contract/verifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from '../../../lib/api/api-client.ts';
import { isOwnChange } from '../../../lib/live/refetch-changed.ts';
import { switchSingleKeys } from '../../../lib/single-keys.ts';
import { listOf } from '../../../testing/answers.ts';
import { expectShownBy } from '../../../testing/page/expect-shown-by.ts';
import {
  holdTimeouts,
  passTime,
  press,
  pressTooEarly,
  viewCase,
} from '../../../testing/page/page-clock.ts';
import { admin, renderApp } from '../../../testing/render-app.tsx';
import {
  decidedBy,
  sentBackOf,
  verificationOf,
  verificationRow,
} from '../../../testing/verifications.ts';

const nameOf = (id: unknown) => `Case ${id}`;

const undone = { success: true as const, message: 'Taken back.' };
const saved = { success: true as const, message: 'Decision updated to positive.' };

interface Served {
  sentBack?: (id: number) => SentBack | null;
  /** Returns the answer that replaces a page of the list, if any. */
  instead?: (page: number) => Promise<Response | undefined> | undefined;
}

/** Serves pending cases from 501 on, ten a page. A decided case leaves the list of pending cases. */
function serveCases(count: number, { sentBack, instead }: Served = {}) {
  const decided = new Map<number, 'positive' | 'negative'>();
  const sent: unknown[] = [];
  const caseOf = (id: number) => ({
    ...{ verification_id: id, applicant: nameOf(id), sent_back: sentBack?.(id) ?? null },
    admin_decision: decided.get(id) ?? ('pending' as const),
  });
  answer(listVerifications, async ({ query }) => {
    const number = Number(query.page ?? 1);
    const other = await instead?.(number);
    if (other) return other;
    const rows = Array.from({ length: count }, (_, index) => 501 + index)
      .filter((id) => !query.admin_decision || !decided.has(id))
      .map((id) => verificationRow(caseOf(id)));
    const results = rows.slice((number - 1) * 10, number * 10);
    if (number > 1 && results.length === 0) return failure(404, { detail: 'No such page.' });
    return listOf(results, rows.length);
  });
  answer(getVerification, ({ params }) => verificationOf(caseOf(Number(params.id))));
  answer(decideVerification, ({ params, body }) => {
    sent.push([Number(params.id), body]);
    decided.set(Number(params.id), (body as { decision: 'positive' }).decision);
    return saved;
  });
  answer(undoDecision, ({ params }) => {
    decided.delete(Number(params.id));
    return undone;
  });
  answer(reviewQueue, () => ({ waiting: count - decided.size, mine: 0, incomplete: 0 }));
  return { decided, sent };
}

/** Opens a case, by default from the list without a filter. */
async function open(id = 501, filter: '' | 'decision=pending&' = '') {
  const app = await renderApp(`/verification?${filter}view=${id}`);
  const dialog = app.screen.getByRole('dialog', { name: 'Verification' });
  const shows = (one: number, more = '') =>
    expect
      .element(dialog.getByText(`${nameOf(one)} · HL-1 · RESIDENCE${more}`).first())
      .toBeVisible();
  await shows(id);
  const next = dialog.getByRole('button', { name: 'Next case' });
  return { ...app, dialog, shows, next };
}
const paramsOf = (address: string) =>
  Object.fromEntries(new URL(address, location.origin).searchParams);
type Dialog = Awaited<ReturnType<typeof open>>['dialog'];
const spinning = (dialog: Dialog) =>
  ['Positive', 'Negative'].filter((name) =>
    dialog.getByRole('button', { name }).element().querySelector('.animate-spin'),
  );
const decisionsOf = (sent: unknown[]) => sent.map((one) => (one as [number])[0]);

beforeEach(() => switchSingleKeys(true));
afterEach(() => {
  vi.restoreAllMocks();
});

// Covers: verifications-20
test('moves to the previous and next case over pages by button and key, announced once', async () => {
  serveCases(25);
  const { dialog, shows, next, router, address } = await open(510);
  const heard = dialog.getByRole('status').first();
  await expect.poll(() => heard.element().textContent).toBe('');
  await next.click();
  await shows(511);
  await expect.element(heard).toMatchTextContent('Case 511 · HL-1 · RESIDENCE');
  await expect.poll(() => paramsOf(address())).toEqual({ page: '2', view: '511' });
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard('k');
  await shows(510);
  await expect.poll(() => paramsOf(address())).toEqual({ view: '510' });
  // All cases share one history entry.
  await expect.poll(() => router.history.length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/verification');
});

// Covers: verifications-20
test('offers nothing before the first case, and nothing at all for a case outside the list', async () => {
  serveCases(12);
  const { dialog, shows, router } = await open();
  const before = dialog.getByRole('button', { name: 'Previous case' });
  await expect.element(before).toHaveAttribute('aria-disabled', 'true');
  await router.navigate({ to: '/verification', search: { page: 2, view: '511' } });
  await shows(511);
  await expect.element(before).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('kkkk');
  await shows(507);
  await router.navigate({ to: '/verification', search: { view: '900' } });
  await shows(900);
  await expect.element(before).not.toBeInTheDocument();
});

// Covers: verifications-21
test('shows the next case behind the server’s message on P, and reloads the list after 2 seconds', async () => {
  const { sent } = serveCases(3);
  const { dialog, shows, screen } = await open(501, 'decision=pending&');
  holdTimeouts();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await expectShownBy(press('p'), dialog.getByText('Case 501: Decision updated to positive.'));
  await shows(502);
  await expect.poll(() => timers.mock.calls.map(([, delay]) => delay)).toContain(2000);
  await expect
    .poll(() => sent)
    .toEqual([[501, { decision: 'positive', updated_at: '2026-03-05T05:00:00.000Z' }]]);
  vi.advanceTimersByTime(2_000);
  await expect.element(dialog.getByText(/Decision updated to positive/)).not.toBeInTheDocument();
  const row = screen.getByRole('row', { includeHidden: true }).filter({ hasText: 'Case 501' });
  await expect.element(row).not.toBeInTheDocument();
  // The user can still go back to the decided case, but must replace the decision in the separate dialog.
  await userEvent.keyboard('k');
  await shows(501);
  await expect.element(dialog.getByRole('button', { name: 'Update Decision' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Negative' })).not.toBeInTheDocument();
  await press('n');
  await expect.poll(() => decisionsOf(sent)).toEqual([501]);
});

// Covers: verifications-21
test('accepts no decision until a late record is painted and shown for a moment', async () => {
  const { sent } = serveCases(3);
  const isRead = Promise.withResolvers<void>();
  answer(getVerification, async ({ params }) => {
    if (params.id === '502') await isRead.promise;
    return verificationOf({ verification_id: Number(params.id), applicant: nameOf(params.id) });
  });
  const { dialog, shows } = await open(501, 'decision=pending&');
  await press('p');
  await expect.element(dialog.getByRole('status', { name: 'Loading verification' })).toBeVisible();
  await viewCase();
  await pressTooEarly(() => {
    isRead.resolve();
    return shows(502);
  });
  passTime();
  await userEvent.keyboard('n');
  await shows(503);
  await expect
    .poll(() => sent)
    .toMatchObject([
      [501, { decision: 'positive' }],
      [502, { decision: 'negative' }],
    ]);
});

// Covers: verifications-21
test('skips no case when cases at the end of a page are decided', async () => {
  const { sent } = serveCases(14);
  const { shows } = await open(509, 'decision=pending&');
  for (const id of [509, 510]) {
    await shows(id);
    await press('p');
  }
  await shows(511);
  await expect.poll(() => decisionsOf(sent)).toEqual([509, 510]);
});

// Covers: verifications-21
test('skips no case when a filtered list shrinks by pages', async () => {
  const { decided } = serveCases(60);
  const { shows, next } = await open(501, 'decision=pending&');
  for (let id = 501; id < 560; id++) {
    await shows(id);
    await expect.element(next).not.toHaveAttribute('aria-disabled');
    decided.set(id, 'positive');
    await userEvent.keyboard('j');
  }
  await shows(560);
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
});

// Covers: verifications-20, verifications-21
test('skips sent-back cases among pending ones, also whole pages, and says so', async () => {
  const { sent } = serveCases(32, {
    sentBack: (id) => (id === 502 || (id > 509 && id < 523) ? sentBackOf() : null),
  });
  const { dialog, shows, next } = await open(501, 'decision=pending&');
  await press('p');
  await shows(503, ' · Skipped 1 sent-back case');
  const heard = dialog.getByRole('status').first();
  await expect
    .element(heard)
    .toMatchTextContent('Case 503 · HL-1 · RESIDENCE · Skipped 1 sent-back case');
  for (let id = 504; id <= 509; id++) {
    await userEvent.keyboard('j');
    await shows(id);
  }
  await expect.element(heard).toMatchTextContent('Case 509 · HL-1 · RESIDENCE');
  await expect.element(next).not.toHaveAttribute('aria-disabled');
  await press('n');
  await shows(523, ' · Skipped 13 sent-back cases');
  await userEvent.keyboard('k');
  await shows(509, ' · Skipped 13 sent-back cases');
  await expect.poll(() => decisionsOf(sent)).toEqual([501, 509]);
});

// Covers: verifications-20
test.each([
  ['when it arrives', null],
  ['instead', 777],
])('says in an unfiltered list to decide on the new visit %s', async (when, answered_by) => {
  const { sent } = serveCases(3, {
    sentBack: (id) => (id === 502 ? sentBackOf({ answered_by }) : null),
  });
  const { dialog, shows, next } = await open();
  await expect.element(next).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('j');
  await shows(502);
  await expect
    .element(dialog.getByText(`Sent back. Decide on the new visit ${when}.`))
    .toBeVisible();
  await press('p');
  await userEvent.keyboard('j');
  await shows(503);
  await expect.poll(() => sent).toEqual([]);
});

// Covers: verifications-21
test('shows the message for its time after the last case, then closes', async () => {
  serveCases(2);
  const isPressed = Promise.withResolvers<Response>();
  answer(decideVerification, () => isPressed.promise);
  const { dialog, address } = await open(502);
  holdTimeouts();
  await viewCase();
  await dialog.getByRole('button', { name: 'Negative' }).click();
  isPressed.resolve(Response.json(saved));
  await expect.element(dialog.getByText(`Case 502: ${saved.message}`)).toBeVisible();
  await expect.element(dialog).toBeVisible();
  vi.advanceTimersByTime(2_000);
  await expect.poll(address).toBe('/verification');
});

async function pressBeforeList(keys: string, count = 3, view = 501, page = 1) {
  const list = Promise.withResolvers<Response | undefined>();
  const cases = serveCases(count, {
    instead: (number) => (number === page ? list.promise : undefined),
  });
  const app = await open(view, 'decision=pending&');
  const before = app.dialog.getByRole('button', { name: 'Previous case' });
  if (page > 1) await expect.element(before).not.toHaveAttribute('aria-disabled');
  await press(keys);
  await expect
    .element(app.dialog.getByRole('button', { name: 'Positive' }))
    .toHaveAttribute('aria-disabled', 'true');
  // A decision that was sent by mistake would arrive before this request.
  await call(reviewQueue);
  await expect.poll(() => cases.sent).toEqual([]);
  return { ...cases, ...app, list };
}
const before = [
  ['the list', 3, 501, 1],
  ['the next page', 12, 510, 2],
] as const;

// Covers: verifications-21
test.each(before)('waits on P until %s is loaded, and decides once', async (_, ...place) => {
  const { sent, shows, dialog, list } = await pressBeforeList('p', ...place);
  expect(spinning(dialog)).toEqual(['Positive']);
  await userEvent.keyboard('pn');
  list.resolve(undefined);
  const [, id] = place;
  await shows(id + 1);
  await expect.poll(() => decisionsOf(sent)).toEqual([id]);
});

// Covers: verifications-21
test.each(before)('treats the case as the last if %s fails', async (_, ...place) => {
  const { sent, dialog, list, address } = await pressBeforeList('n', ...place);
  holdTimeouts();
  list.resolve(failure(500, { detail: 'Out of order.' }));
  await expect.element(dialog.getByText(/: Decision updated to positive\.$/)).toBeVisible();
  vi.advanceTimersByTime(2_000);
  await expect.poll(address).toBe('/verification?decision=pending');
  await expect.poll(() => sent).toHaveLength(1);
});

// Covers: verifications-21
test('waits for a failed next page again when the user returns to the end', async () => {
  const list = Promise.withResolvers<Response | undefined>();
  let asked = 0;
  const { sent } = serveCases(12, {
    instead: (page) => {
      if (page === 1) return undefined;
      asked += 1;
      return asked === 1 ? Promise.resolve(failure(500)) : list.promise;
    },
  });
  const { dialog, shows } = await open(510, 'decision=pending&');
  await expect.poll(() => asked).toBe(1);
  // When this request is answered, earlier requests have been answered too.
  await call(reviewQueue);
  await userEvent.keyboard('k');
  await shows(509);
  await userEvent.keyboard('j');
  await shows(510);
  await press('p');
  await expect
    .element(dialog.getByRole('button', { name: 'Positive' }))
    .toHaveAttribute('aria-disabled', 'true');
  await call(reviewQueue);
  await expect.poll(() => sent).toEqual([]);
  list.resolve(undefined);
  await shows(511);
  await expect.poll(() => decisionsOf(sent)).toEqual([510]);
});

// Covers: verifications-21
test('decides what was pressed before the list was loaded, even if the user goes back', async () => {
  const { sent, decided, dialog, router, screen, list } = await pressBeforeList('p');
  const isListed = Promise.withResolvers<void>();
  answer(decideVerification, async ({ params, body }) => {
    await isListed.promise;
    sent.push([Number(params.id), body]);
    decided.set(501, 'positive');
    return saved;
  });
  await router.navigate({ to: '/verification', search: { decision: 'pending' } });
  await expect.element(dialog).not.toBeInTheDocument();
  list.resolve(undefined);
  const row = screen.getByRole('row').filter({ hasText: 'Case 501' });
  await expect.element(row).toBeVisible();
  isListed.resolve();
  await expect.element(screen.getByText('Case 501: Decision updated to positive.')).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  await expect.poll(() => decisionsOf(sent)).toEqual([501]);
});

// Covers: verifications-21
test('does not send one user’s key press as the next user', async () => {
  const { sent, screen } = await pressBeforeList('p');
  localStorage.setItem('user', JSON.stringify(admin));
  window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  await expect
    .element(
      screen.getByText(
        'Not saved: Positive for Case 501. Your session ended before the decision was sent. Log in and decide again.',
      ),
    )
    .toBeVisible();
  await call(reviewQueue);
  await expect.poll(() => sent).toEqual([]);
});

// Covers: verifications-21
test('shows a rejection with its case, in the server’s words', async () => {
  serveCases(3);
  answer(decideVerification, () => failure(409, { message: 'This case was sent back.' }));
  const { dialog, shows } = await open();
  await press('n');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This case was sent back.');
  await shows(501);
  await userEvent.keyboard('j');
  await shows(502);
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

// Covers: verifications-21
test('pauses while a decision is sent; a user who went elsewhere stays there', async () => {
  const { decided } = serveCases(5);
  const answered = Promise.withResolvers<void>();
  answer(decideVerification, async ({ params }) => {
    await answered.promise;
    decided.set(Number(params.id), 'positive');
    return saved;
  });
  const { dialog, shows, next, router } = await open();
  await shows(501);
  await expect.element(next).not.toHaveAttribute('aria-disabled');
  await press('p');
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(dialog.getByRole('button', { name: 'Positive' }))
    .toHaveAttribute('aria-disabled', 'true');
  // Simulates a user who opens another case of the applicant or goes back.
  await router.navigate({ to: '/verification', search: { view: '503' } });
  await shows(503);
  await expect
    .element(dialog.getByRole('button', { name: 'Positive' }))
    .toHaveAttribute('aria-disabled', 'true');
  expect(spinning(dialog)).toEqual([]);
  answered.resolve();
  await expect.element(dialog.getByText('Case 501: Decision updated to positive.')).toBeVisible();
  await userEvent.keyboard('k');
  await shows(502);
});

// Covers: verifications-21
test('names the case of a rejection that arrives when another case is open', async () => {
  serveCases(5);
  const answered = Promise.withResolvers<Response>();
  answer(decideVerification, () => answered.promise);
  const { shows, screen, router } = await open();
  await press('p');
  await router.navigate({ to: '/verification', search: { view: '503' } });
  await shows(503);
  answered.resolve(failure(409, { message: 'This case was sent back.' }));
  await expect
    .element(screen.getByText('Not saved: Positive for Case 501. This case was sent back.'))
    .toBeVisible();
  await shows(503);
});

// Covers: verifications-21, review-5
test('undoes on Z, shows the case again, and does not treat that as a colleague’s change', async () => {
  const { decided } = serveCases(3);
  const { dialog, shows } = await open();
  holdTimeouts();
  await press('p');
  await shows(502);
  await expect.element(dialog.getByText('Case 501: Decision updated to positive.')).toBeVisible();
  vi.advanceTimersByTime(2_000);
  await expect.element(dialog.getByText(/Decision updated to positive/)).not.toBeInTheDocument();
  await expect.poll(() => isOwnChange('verification', 501)).toBe(true);
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 10_000);
  expect(isOwnChange('verification', 501)).toBe(false);
  await userEvent.keyboard('z');
  await shows(501);
  await expect.poll(() => isOwnChange('verification', 501)).toBe(true);
  await expect.poll(() => decided.size).toBe(0);
});

// Covers: verifications-21
test('does not open a closed dialog when the answer to Undo arrives', async () => {
  serveCases(3);
  const { promise, resolve } = Promise.withResolvers<Response>();
  let isAsked = false;
  answer(undoDecision, () => {
    isAsked = true;
    return promise;
  });
  const { dialog, shows, screen, address } = await open();
  await press('p');
  await shows(502);
  await userEvent.keyboard('z');
  await expect.poll(() => isAsked).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  resolve(Response.json(undone));
  await expect.element(screen.getByText('Case 501: the decision is undone.')).toBeVisible();
  await expect.poll(address).toBe('/verification');
  await expect.element(dialog).not.toBeInTheDocument();
});

// Covers: verifications-21
test('decides nothing while an Undo is sent; its case is shown afterwards', async () => {
  const { decided, sent } = serveCases(3);
  const isUndone = Promise.withResolvers<void>();
  answer(undoDecision, async ({ params }) => {
    await isUndone.promise;
    decided.delete(Number(params.id));
    return undone;
  });
  const { dialog, shows } = await open();
  await press('p');
  await shows(502);
  await userEvent.keyboard('z');
  await expect
    .element(dialog.getByRole('button', { name: 'Positive' }))
    .toHaveAttribute('aria-disabled', 'true');
  await press('njk');
  await shows(502);
  isUndone.resolve();
  await shows(501);
  await expect.poll(() => decisionsOf(sent)).toEqual([501]);
});

// Covers: verifications-21, review-5
test('keeps Undo while its answer is lost', async () => {
  const { decided } = serveCases(3);
  let tries = 0;
  answer(undoDecision, ({ params }) => {
    tries += 1;
    if (tries === 1) return noConnection();
    decided.delete(Number(params.id));
    return undone;
  });
  const { dialog, shows, screen } = await open();
  await press('p');
  await shows(502);
  await userEvent.keyboard('z');
  await expect
    .element(screen.getByText('Case 501: Couldn’t undo the action. Try again.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Undo the decision on Case 501' }).click();
  await shows(501);
  await expect.poll(() => tries).toBe(2);
});

// Covers: verifications-21, review-5
test.each([
  ['the record says so', 0],
  ['the record says so only later', 1],
])('when the answer to P is lost, %s, and Z undoes it', async (_, looksLost) => {
  const recorded = new Set<number>();
  const { decided } = serveCases(3);
  let lost = looksLost;
  answer(decideVerification, ({ params }) => {
    recorded.add(Number(params.id));
    return noConnection();
  });
  answer(getVerification, ({ params }) => {
    const id = Number(params.id);
    if (recorded.has(id) && lost-- > 0) return noConnection();
    return verificationOf({
      ...{ verification_id: id, applicant: nameOf(id) },
      ...(recorded.has(id) && decidedBy(1, 'Nandini Kulkarni')),
    });
  });
  answer(undoDecision, ({ params }) => {
    recorded.delete(Number(params.id));
    return undone;
  });
  const { dialog, shows } = await open();
  await press('p');
  await shows(looksLost ? 501 : 502);
  const undo = dialog.getByRole('button', { name: 'Undo the decision on Case 501' });
  await expect.element(undo).toBeVisible();
  await undo.click();
  await shows(501);
  await expect.element(dialog.getByRole('button', { name: 'Positive' })).toBeVisible();
  await expect.poll(() => recorded.size + decided.size).toBe(0);
});

// Covers: review-10
test('offers no undo without a review desk', async () => {
  serveCases(2);
  answer(reviewQueue, () => bareFailure(404));
  const { dialog, shows } = await open();
  await press('p');
  await shows(502);
  await expect.element(dialog.getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
});

// Covers: review-9
test('ignores keys over an enlarged photo, and when the profile turns them off', async () => {
  const { sent } = serveCases(3);
  const { dialog, shows, screen } = await open();
  await dialog.getByRole('button', { name: 'Enlarge photo 1 of 2' }).click();
  const rotate = screen.getByRole('button', { name: 'Rotate' });
  await expect.element(rotate).toBeVisible();
  await press('p');
  await userEvent.keyboard('{Escape}');
  await expect.element(rotate).not.toBeInTheDocument();
  await shows(501);
  switchSingleKeys(false);
  await press('p');
  await userEvent.keyboard('j');
  await shows(501);
  await expect.poll(() => sent).toEqual([]);
});
