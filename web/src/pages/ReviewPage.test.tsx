import { dismissFinding } from '@doorstep/contract/evidence/office';
import {
  nextCases,
  renewClaim,
  reviewQueue,
  reviewTimes,
  undoDecision,
} from '@doorstep/contract/review';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { decideVerification, getVerification } from '@doorstep/contract/verifications';
import { sendBackVerification } from '@doorstep/contract/visits/send-back';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../lib/api/api-client.ts';
import { switchSingleKeys } from '../lib/single-keys.ts';
import { checkedCase, findingOf, sameFile } from '../testing/evidence.ts';
import {
  holdFrames,
  lookAtCase,
  passTime,
  press,
  pressTooEarly,
} from '../testing/page/page-clock.ts';
import { renderApp, superAdmin } from '../testing/render-app.tsx';
import { deskOf, moment, nameOf, names } from '../testing/review-desk.ts';
import { decidedBy, verificationOf } from '../testing/verifications.ts';

beforeEach(async () => {
  switchSingleKeys(true);
  await page.viewport(1366, 768);
});

// Covers: review-6
test('a key decides, the next case is there with the focus on its name, and a double press decides once', async () => {
  const desk = deskOf([501, 502, 503]);
  const { screen, address } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await expect.poll(address).toBe('/review?case=501');
  await lookAtCase();
  for (const _ of [1, 2]) {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'p', bubbles: true }),
    );
  }
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  await expect.element(screen.getByText('Asha Rao: Positive').first()).toBeInTheDocument();
  await expect
    .poll(() => desk.sent)
    .toEqual([{ id: '501', body: { decision: 'positive', updated_at: moment, claim: true } }]);
  await press('n');
  await expect.element(nameOf(screen, 503)).toBeVisible();
  await expect
    .poll(() => desk.sent[1])
    .toMatchObject({ id: '502', body: { decision: 'negative' } });
});

// Covers: review-6
test('a screen reader hears the next case once, by the focus, and once what was decided', async () => {
  deskOf([501, 502, 503]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  const heard: string[] = [];
  const hearFocus = ({ target }: FocusEvent) =>
    heard.push(`focus: ${(target as Element).textContent}`);
  document.addEventListener('focusin', hearFocus);
  const live = '[role=status], [role=alert], [aria-live]';
  const hearRegions = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
      if (region) heard.push(`live: ${region.textContent}`);
    }
  });
  hearRegions.observe(document, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => {
    document.removeEventListener('focusin', hearFocus);
    hearRegions.disconnect();
  });
  await press('p');
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  // The seconds that are left are for the eye.
  await expect.element(screen.getByText(/^\d+ s$/).first()).toBeInTheDocument();
  const heardOf = (name: string) => heard.filter((one) => one.includes(name));
  expect(heardOf('Ravi Iyer')).toEqual(['focus: Ravi Iyer']);
  expect(heardOf('Asha Rao')).toEqual(['live: Asha Rao: positive']);
});

/** Decisions fail with the words until the answer is called. */
function failDecisions(desk: ReturnType<typeof deskOf>, message: string): () => void {
  let isBroken = true;
  answer(decideVerification, ({ params, body }) => {
    if (isBroken) return failure(503, { message });
    desk.sent.push({ id: String(params.id), body });
    desk.left = desk.left.filter((id) => id !== Number(params.id));
    return { success: true as const, message: 'Stored.' };
  });
  return () => {
    isBroken = false;
  };
}

// Covers: review-6, review-14
test('a decision that fails late leaves the next case alone: it is named, and sent again by its own key', async () => {
  const desk = deskOf([501, 502, 503]);
  const recover = failDecisions(desk, 'The service is briefly unavailable.');
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('n');
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  const unsaved = screen.getByRole('alert');
  await expect
    .element(unsaved)
    .toMatchTextContent(
      'Not saved: Negative for Asha Rao. The service is briefly unavailable. Try again?',
    );
  await expect.element(screen.getByText('Asha Rao: Negative')).not.toBeInTheDocument();
  recover();
  await press('p');
  // The case that failed is the next one, and what was meant for the other went there.
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect
    .poll(() => desk.sent)
    .toMatchObject([{ id: '502', body: { decision: 'positive', claim: true } }]);
  await press('t');
  await expect.element(unsaved).not.toBeInTheDocument();
  await expect
    .poll(() => desk.sent[1])
    .toEqual({ id: '501', body: { decision: 'negative', updated_at: moment, claim: true } });
  await expect.element(nameOf(screen, 503)).toBeVisible();
});

// Covers: review-14
test('two that failed are each named, and one press sends both', async () => {
  const desk = deskOf([501, 502]);
  const recover = failDecisions(desk, 'Busy.');
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('n');
  await expect.element(screen.getByText('Not saved: Negative for Asha Rao.')).toBeVisible();
  await press('p');
  await expect.element(screen.getByText('Not saved: Positive for Ravi Iyer.')).toBeVisible();
  await expect.element(screen.getByText('Not saved: Negative for Asha Rao.')).toBeVisible();
  recover();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'All reviewed' })).toBeVisible();
  await expect
    .poll(() => desk.sent)
    .toMatchObject([
      { id: '501', body: { decision: 'negative' } },
      { id: '502', body: { decision: 'positive' } },
    ]);
  await expect.element(screen.getByText(/^Not saved/)).not.toBeInTheDocument();
});

// Covers: review-14
test('what a colleague decided meanwhile is not sent again; its case says who', async () => {
  deskOf([501, 502]);
  let isDecided = false;
  answer(decideVerification, () => {
    isDecided = true;
    return failure(409, { code: 'changed_meanwhile', message: 'The record changed meanwhile.' });
  });
  answer(getVerification, ({ params }) =>
    verificationOf({
      ...{ verification_id: Number(params.id), applicant: names[String(params.id)] ?? '' },
      ...(isDecided && params.id === '501' && decidedBy(77, 'Shreya Banerjee', 'negative', moment)),
    }),
  );
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('Not saved: Positive for Asha Rao. The record changed meanwhile.');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await press('s');
  await expect.element(screen.getByText(/Shreya Banerjee/)).toBeVisible();
  await screen.getByRole('button', { name: 'Next case' }).click();
  await expect.element(screen.getByText(/^Not saved/)).not.toBeInTheDocument();
});

// Covers: review-14
test('while a decision is not saved the browser asks before the tab is closed', async () => {
  const desk = deskOf([501, 502]);
  const recover = failDecisions(desk, 'Busy.');
  const asksToClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  expect(asksToClose()).toBe(false);
  await press('p');
  expect(asksToClose()).toBe(true);
  await expect.element(screen.getByText(/^Not saved/)).toBeVisible();
  expect(asksToClose()).toBe(true);
  recover();
  await userEvent.keyboard('t');
  await expect.poll(asksToClose).toBe(false);
});

// Covers: review-14
test('one who leaves the desk is told what was not saved until they have read it', async () => {
  const desk = deskOf([501, 502]);
  failDecisions(desk, 'Busy.');
  const { screen, router } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect.element(screen.getByText(/^Not saved/)).toBeVisible();
  await router.navigate({ to: '/home' });
  const told = screen.getByRole('alert');
  await expect.element(told).toMatchTextContent('Not saved: Positive for Asha Rao. Busy.');
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(told).not.toBeInTheDocument();
});

// Covers: review-14
test('a decision that fails when the session is over is told at the sign-in', async () => {
  deskOf([501, 502]);
  answer(decideVerification, () => {
    localStorage.removeItem('user');
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    return failure(401, { code: 'token_not_valid' });
  });
  const { screen, address } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect.poll(address).toMatch(/^\/login/);
  await expect.element(screen.getByText(/^Not saved: Positive for Asha Rao\./)).toBeVisible();
});

// Covers: review-6
test('Z shows the last case with the key, and takes no decision there before it is undone', async () => {
  const desk = deskOf([501, 502]);
  const undone = Promise.withResolvers<void>();
  answer(undoDecision, async ({ params }) => {
    await undone.promise;
    desk.left = [Number(params.id), ...desk.left];
    return { success: true as const, message: 'Taken back.' };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect.poll(() => desk.sent.length).toBe(1);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await press('n');
  const negative = screen.getByRole('button', { name: 'Negative' });
  await expect.element(negative).toHaveAttribute('aria-disabled', 'true');
  undone.resolve();
  await expect.element(negative).not.toHaveAttribute('aria-disabled');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.poll(() => desk.sent).toHaveLength(1);
  await expect
    .element(screen.getByRole('button', { name: 'Undo' }))
    .toHaveAttribute('aria-disabled');
});

// Covers: review-6
test('sent back by number keys; Other asks for a note', async () => {
  deskOf([501, 502]);
  let sent: unknown;
  answer(sendBackVerification, ({ body }) => {
    sent = body;
    return { success: true as const, message: 'Sent back.' };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await userEvent.keyboard('b');
  const panel = screen.getByRole('dialog', { name: 'Send back to Rekha Thomas' });
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByRole('alert')).toMatchTextContent('Choose a reason.');
  await userEvent.keyboard('19');
  await expect.element(panel.getByRole('checkbox', { name: 'Photo unclear' })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByLabelText('Note to the agent')).toHaveFocus();
  // Keys are letters in an input.
  await userEvent.keyboard('pns{Enter}');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect
    .poll(() => sent)
    .toEqual({
      reasons: ['photo_unclear', 'other'],
      note: 'pns',
      photos_wanted: [],
      updated_at: moment,
    });
});

// Covers: sending-back-4, sending-back-5, review-6
test.each([
  ['agent_inactive', 'Rekha Thomas is no longer active. Choose another agent.'],
  [
    'third_send_back',
    'Asha Rao was sent back 2 times. Choose another agent, or ask a super admin.',
  ],
])('refused with %s, another agent is chosen by keys', async (code, message) => {
  deskOf([501, 502]);
  const [rekha, ravi] = [verificationOf().agent_details?.id, 7].map((id, index) => ({
    ...{ id: id ?? 0, name: index ? 'Ravi Kumar' : 'Rekha Thomas', email: '', is_active: true },
    phone_number: '9000000007',
  }));
  answer(listUsers, { success: true, total_count: 2, users: [rekha, ravi] } as never);
  const sent: unknown[] = [];
  answer(sendBackVerification, ({ body }) => {
    sent.push(body);
    return sent.length === 1
      ? failure(409, { code, message })
      : { success: true as const, message: 'Sent back.' };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await userEvent.keyboard('b1');
  const panel = screen.getByRole('dialog', { name: /^Send back to/ });
  await expect.element(panel.getByLabelText('Agent', { exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  const agent = panel.getByLabelText('Agent', { exact: true });
  await expect.element(agent).toHaveFocus();
  await expect.element(agent).toHaveAccessibleDescription(message);
  await expect
    .element(panel.getByRole('button', { name: 'Send back' }))
    .toBeInViewport({ ratio: 1 });
  await expect.element(panel.getByRole('option', { name: /^Ravi/ })).toBeInTheDocument();
  await expect.element(panel.getByRole('option', { name: /^Rekha/ })).not.toBeInTheDocument();
  await panel.getByRole('button', { name: 'Send back' }).click();
  await expect.element(agent).toHaveAccessibleDescription('Choose another agent.');
  await expect.element(agent).toHaveFocus();
  // Enter opens the list, Escape closes that alone.
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.poll(() => sent).toHaveLength(1);
  // Keys are letters in a list too: the name begins so.
  await userEvent.keyboard('r');
  await expect.element(panel).toHaveAccessibleName('Send back to Ravi Kumar');
  await userEvent.keyboard('{Enter}');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect.poll(() => sent[1]).toEqual({ ...(sent[0] as object), agent_id: 7 });
});

// Covers: review-6
test('when all is reviewed it says so, with one’s own day and what is on its way', async () => {
  const desk = deskOf([501]);
  const { screen, address } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('s');
  await expect.element(screen.getByRole('heading', { name: 'All reviewed' })).toHaveFocus();
  await expect.poll(() => desk.sent).toContainEqual({ id: '501', body: { skip: 'true' } });
  await expect.element(screen.getByText('19 s')).toBeVisible();
  await expect.element(screen.getByText('3 of 6 photos so far')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/verification');
});

// Covers: review-6
test('where others wait, with colleagues or skipped, the desk does not say that all is reviewed', async () => {
  deskOf([]);
  answer(reviewQueue, { waiting: 3, mine: 0, incomplete: 0 });
  const { screen } = await renderApp('/review');
  await expect.element(screen.getByRole('heading', { name: 'No case for you now' })).toBeVisible();
  await expect
    .element(screen.getByText(/^3 cases are waiting: a colleague has them, or you skipped them\./))
    .toBeVisible();
  await expect.element(screen.getByText('All reviewed')).not.toBeInTheDocument();
});

// Covers: review-7
test('a case that was decided elsewhere says by whom; its keys rest, Enter goes on', async () => {
  const desk = deskOf([502]);
  answer(getVerification, ({ params }) =>
    verificationOf({
      verification_id: Number(params.id),
      applicant: names[String(params.id)] ?? '',
      ...(params.id === '501' && decidedBy(77, 'Shreya Banerjee', 'negative', moment)),
    }),
  );
  const { screen } = await renderApp('/review?case=501');
  const card = screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/Shreya Banerjee decided this case Negative/);
  await press('p');
  await expect
    .element(screen.getByRole('button', { name: 'Positive' }))
    .toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect
    .poll(() => desk.sent.filter(({ body }) => (body as { decision?: string }).decision))
    .toEqual([]);
});

// Covers: review-7
test('a claim that a colleague took meanwhile is told in the server’s words', async () => {
  deskOf([501]);
  answer(renewClaim, () =>
    failure(409, { code: 'claim_lost', message: 'Ravi Iyer has this case now.' }),
  );
  const { screen } = await renderApp('/review');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/Ravi Iyer has this case now\./);
});

// Covers: review-7
test('a claim that is answered late leaves what is said of the next case', async () => {
  deskOf([501, 502]);
  const late = Promise.withResolvers<void>();
  answer(renewClaim, async ({ params }) => {
    if (params.id === '502')
      return failure(409, { code: 'claim_lost', message: 'Meera Rao has this case now.' });
    await late.promise;
    return { expires_at: moment };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  const card = screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/Meera Rao has this case now\./);
  late.resolve();
  // What was asked after it is answered after it.
  await call(reviewQueue);
  // At once: the next heartbeat would say it again.
  await expect.element(card).toHaveLength(1);
});

test.each([
  [{ address: undefined, pin_code: '411001' }, '411001'],
  [{ address: '12 Temple Road (411', pin_code: '(411' }, '12 Temple Road (411'],
])('another backend’s address and pin code are shown as they are: %o', async (fields, words) => {
  deskOf([501]);
  const { application_details, ...record } = verificationOf({ applicant: 'Asha Rao' });
  answer(
    getVerification,
    Response.json({ ...record, application_details: { ...application_details, ...fields } }),
  );
  const { screen } = await renderApp('/review?case=501');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.poll(() => document.querySelector('.who .address')?.textContent.trim()).toBe(words);
});

// Covers: review-9
test('Space on what unfolds a text is no key of the desk', async () => {
  deskOf([501]);
  answer(getVerification, checkedCase([findingOf()], { applicant: 'Asha Rao' }));
  const { screen } = await renderApp('/review');
  const fold = screen.getByText('When is this wrong?');
  await expect.element(fold).toBeVisible();
  fold.element().closest('summary')?.focus();
  await userEvent.keyboard(' ');
  await expect.element(fold.element().closest('details')).toHaveAttribute('open');
});

// Covers: review-9
test.each([1100, 1299, 1366])('%i px wide, no key lies under another', async (width) => {
  await page.viewport(width, 768);
  deskOf([501]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  const at = (name: string) =>
    screen.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
  expect(at('Report form').right).toBeLessThanOrEqual(at('All keys').left);
  expect(at('All keys').right).toBeLessThanOrEqual(at('Positive').left);
});

// Covers: review-9, fault-38
test.each([
  [1366, 768],
  [1100, 700],
  [683, 384],
  [390, 844],
])('offline, at %i × %i, every key that decides is in sight', async (width, height) => {
  await page.viewport(width, height);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const desk = deskOf([501, 502]);
  failDecisions(desk, 'Busy.');
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.element(screen.getByText(/^You are offline/)).toBeVisible();
  const inSight = async () => {
    for (const name of ['Positive', 'Negative', 'Send back', 'Skip', 'Undo'])
      await expect
        .element(screen.getByRole('region', { name: 'Keys' }).getByRole('button', { name }))
        .toBeInViewport({ ratio: 1 });
  };
  await inSight();
  await press('p');
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeInViewport();
  await inSight();
});

// Covers: review-9
test('single keys are off where the profile says so; the buttons stay', async () => {
  const desk = deskOf([501, 502]);
  switchSingleKeys(false);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await screen.getByRole('button', { name: 'Positive' }).click();
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect.poll(() => desk.sent).toHaveLength(1);
});

// Covers: review-9
test('the profile menu switches single keys off', async () => {
  const { screen } = await renderApp('/home');
  await screen.getByRole('button', { name: /^Profile of/ }).click();
  const choice = screen.getByRole('switch', { name: 'Single-key shortcuts' });
  await expect.element(choice).toBeChecked();
  await choice.click();
  await expect.poll(() => localStorage.getItem('single-keys')).toBe('off');
});

// Covers: review-10
test('Verification leads to the desk with what waits; where there is none it is not offered', async () => {
  deskOf([501, 502]);
  const { screen } = await renderApp('/verification');
  const link = screen.getByRole('link', { name: 'Review (2)' });
  await expect.element(link).toHaveAttribute('href', '/review');
  await screen.unmount();

  answer(reviewQueue, () => bareFailure(404));
  answer(nextCases, () => bareFailure(404));
  const other = await renderApp('/review', superAdmin);
  await expect.element(other.screen.getByText('This server has no review desk')).toBeVisible();
  await other.screen.getByRole('button', { name: 'Back to Verification' }).click();
  await expect.element(other.screen.getByRole('searchbox')).toBeVisible();
  await expect.element(other.screen.getByRole('link', { name: /^Review/ })).not.toBeInTheDocument();
});

test('the place of a case in India has its DIGIPIN', async () => {
  deskOf([501]);
  answer(getVerification, () =>
    verificationOf({ verification_id: 501, latitude: 28.622788, longitude: 77.213033 }),
  );
  await renderApp('/review', superAdmin);
  await expect.element(page.getByText('DIGIPIN 39J-49L-L8T4')).toBeVisible();
});

// Covers: evidence-21
test('F shows what stands beside a finding in the photo’s place, D dismisses it by number keys', async () => {
  deskOf([501, 502]);
  let record = checkedCase([sameFile(), findingOf()], { applicant: 'Asha Rao' });
  answer(getVerification, ({ params }) =>
    params.id === '501' ? record : verificationOf({ verification_id: 502, applicant: 'Ravi Iyer' }),
  );
  const sent: unknown[] = [];
  answer(dismissFinding, ({ params, body }) => {
    sent.push({ check: params.check, body });
    const dismissed = {
      by: 'Nandini Kulkarni',
      at: moment,
      because: 'same_place' as const,
      note: '',
    };
    record = {
      ...record,
      evidence: { checked_at: moment, findings: [findingOf(), { ...sameFile(), dismissed }] },
    };
    return { success: true as const, message: 'Dismissed.' };
  });
  const { screen } = await renderApp('/review');
  const findings = screen.getByRole('region', { name: 'Why to look twice' });
  await expect.element(findings.getByText('Serious')).toBeVisible();
  await userEvent.keyboard('f');
  const photos = screen.getByRole('region', { name: 'Photos' });
  await expect.element(photos.getByText('Hemant Kale')).toBeVisible();
  await photos.getByRole('button', { name: 'HL-9, alone' }).click();
  await expect
    .element(photos.getByRole('img', { name: 'Photo of application HL-9' }))
    .toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(photos.getByText('Hemant Kale')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(photos.getByText('Hemant Kale')).not.toBeInTheDocument();

  await userEvent.keyboard('d');
  const panel = screen.getByRole('dialog', { name: 'Dismiss: Same file in another case' });
  await expect.element(panel.getByRole('radio').first()).toHaveFocus();
  // The panel's own keys alone: nothing is decided by them.
  await userEvent.keyboard('p2{Enter}');
  await expect.element(panel).not.toBeInTheDocument();
  const seen = { level: 'serious', sentence: sameFile().sentence };
  await expect
    .poll(() => sent)
    .toEqual([{ check: 'photo.same_file', body: { because: 'same_place', note: '', seen } }]);
  await expect.element(findings.getByText('1 dismissed')).toBeVisible();
  await expect
    .element(findings.getByRole('listitem').filter({ hasText: 'At the door' }))
    .toHaveFocus();
  await expect.element(nameOf(screen, 501)).toBeVisible();
});

// Covers: evidence-21
test('a dismissal on its way is not closed by Escape, and its answer moves nothing of the next case', async () => {
  deskOf([501, 502]);
  answer(getVerification, ({ params }) =>
    checkedCase([params.id === '501' ? sameFile() : findingOf()], {
      verification_id: Number(params.id),
    }),
  );
  const taken = Promise.withResolvers<Response>();
  answer(renewClaim, ({ params }) =>
    params.id === '501' ? taken.promise : { expires_at: moment },
  );
  const onItsWay = Promise.withResolvers<void>();
  let queues = 0;
  answer(reviewQueue, () => {
    queues += 1;
    return { waiting: 2, mine: 0, incomplete: 0 };
  });
  const sent: unknown[] = [];
  answer(dismissFinding, async ({ params }) => {
    sent.push(params.id);
    if (params.id === '501') await onItsWay.promise;
    return { success: true as const, message: 'Dismissed.' };
  });
  const { screen } = await renderApp('/review');
  const findings = screen.getByRole('region', { name: 'Why to look twice' });
  await expect.element(findings.getByText('Serious')).toBeVisible();
  await userEvent.keyboard('d');
  const panel = screen.getByRole('dialog', { name: 'Dismiss: Same file in another case' });
  await expect.element(panel.getByRole('radio').first()).toHaveFocus();
  await userEvent.keyboard('2{Enter}');
  await expect.element(panel.getByRole('button', { name: 'Dismissing...' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(panel.getByRole('button', { name: 'Cancel' }))
    .toHaveAttribute('aria-disabled', 'true');

  taken.resolve(failure(409, { code: 'claim_lost', message: 'Ravi Iyer has this case now.' }));
  await screen.getByRole('button', { name: 'Next case' }).click();
  await expect.element(findings.getByText('At the door for 100 seconds.')).toBeVisible();
  await userEvent.keyboard('d');
  const other = screen.getByRole('dialog', { name: 'Dismiss: Short at the door' });
  await expect.element(other.getByRole('radio').first()).toHaveFocus();
  const before = queues;
  onItsWay.resolve();
  await expect.poll(() => queues).toBeGreaterThan(before);
  await userEvent.keyboard('1{Enter}');
  await expect.poll(() => sent).toEqual(['501', '502']);
});

// Covers: evidence-21
test('the header says how much the next case asks to be looked at', async () => {
  deskOf([501, 502]);
  answer(getVerification, ({ params }) =>
    params.id === '502'
      ? checkedCase([sameFile()], { verification_id: 502 })
      : verificationOf({ verification_id: 501, applicant: 'Asha Rao' }),
  );
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.element(screen.getByText(/^next: Serious/)).toBeVisible();
});

// Covers: review-7
test('what was being sent back stays with its case when a colleague takes that, and the next one starts afresh', async () => {
  deskOf([501, 502]);
  const taken = Promise.withResolvers<Response>();
  answer(renewClaim, ({ params }) =>
    params.id === '501' ? taken.promise : { expires_at: moment },
  );
  const sent: unknown[] = [];
  answer(sendBackVerification, ({ params }) => {
    sent.push(params.id);
    return { success: true as const, message: 'Sent back.' };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await userEvent.keyboard('b');
  const panel = screen.getByRole('dialog', { name: 'Send back to Rekha Thomas' });
  await userEvent.keyboard('1');
  taken.resolve(failure(409, { code: 'claim_lost', message: 'Ravi Iyer has this case now.' }));
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Ravi Iyer has this case/);
  await expect.element(panel).toHaveFocus();
  await screen.getByRole('button', { name: 'Next case' }).click();
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  await expect.element(panel).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('b');
  await expect.element(panel.getByRole('checkbox', { name: 'Photo unclear' })).not.toBeChecked();
  await expect.poll(() => sent).toEqual([]);
});

// Covers: review-14
test('a decision that fails while a case is being sent back leaves its panel as it is', async () => {
  const desk = deskOf([501, 502, 503]);
  failDecisions(desk, 'Busy.');
  const sent: unknown[] = [];
  answer(sendBackVerification, ({ params }) => {
    sent.push(params.id);
    return { success: true as const, message: 'Sent back.' };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  const panel = screen.getByRole('dialog', { name: 'Send back to Rekha Thomas' });
  await press('p');
  await userEvent.keyboard('b1');
  await expect.element(screen.getByText(/^Not saved/)).toBeVisible();
  await expect.element(panel.getByRole('checkbox', { name: 'Photo unclear' })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.poll(() => sent).toEqual(['502']);
});

// Covers: review-6
test('the next cases are asked for one call at a time, so that no answer passes another', async () => {
  const desk = deskOf([501, 502, 503]);
  const second = Promise.withResolvers<void>();
  let asked = 0;
  answer(nextCases, async () => {
    asked += 1;
    if (asked === 1) return { verification_ids: [501] };
    await second.promise;
    return { verification_ids: [502, 503] };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.poll(() => asked).toBe(2);
  await press('p');
  await expect.poll(() => desk.sent.length).toBe(1);
  await expect.element(screen.getByText('Asha Rao: Positive').first()).toBeInTheDocument();
  await expect.poll(() => asked).toBe(2);
  second.resolve();
  await expect.element(nameOf(screen, 502)).toBeVisible();
});

// Covers: review-6
test('a case that comes while one leaves the desk does not lead back to it', async () => {
  deskOf([501]);
  const late = Promise.withResolvers<void>();
  let asked = 0;
  answer(nextCases, async () => {
    asked += 1;
    await late.promise;
    return { verification_ids: [501] };
  });
  const { router, address, screen } = await renderApp('/review');
  await expect.poll(() => asked).toBe(1);
  // The other page's code is long on its way.
  const code = Promise.withResolvers<void>();
  const { options } = router.routesByPath['/portfolio-summary'];
  Object.assign(options, { beforeLoad: () => code.promise });
  onTestFinished(() => void Object.assign(options, { beforeLoad: undefined }));
  const gone = router.navigate({ to: '/portfolio-summary' });
  late.resolve();
  await expect.element(nameOf(screen, 501)).toBeVisible();
  code.resolve();
  await gone;
  await expect.element(screen.getByRole('heading', { name: 'Portfolio Summary' })).toBeVisible();
  await expect.poll(address).toBe('/portfolio-summary');
});

// Covers: review-6
test('cases that are claimed only after the desk was left are given up', async () => {
  const desk = deskOf([501, 502]);
  const late = Promise.withResolvers<void>();
  let asked = 0;
  answer(nextCases, async () => {
    asked += 1;
    await late.promise;
    return { verification_ids: [501, 502] };
  });
  const { router, address } = await renderApp('/review');
  await expect.poll(() => asked).toBe(1);
  await router.navigate({ to: '/home' });
  await expect.poll(address).toBe('/home');
  late.resolve();
  await expect.poll(() => desk.sent.map(({ id }) => id).toSorted()).toEqual(['501', '502']);
});

// Covers: review-6
test('the next cases are asked for again where they were wanted while a call failed', async () => {
  const desk = deskOf([501, 502]);
  const second = Promise.withResolvers<void>();
  let asked = 0;
  answer(nextCases, async () => {
    asked += 1;
    if (asked === 1) return { verification_ids: [501] };
    if (asked > 2) return { verification_ids: [502] };
    await second.promise;
    return failure(500, { message: 'Out of order.' });
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.poll(() => asked).toBe(2);
  await press('p');
  await expect.poll(() => desk.sent.length).toBe(1);
  second.resolve();
  await expect.element(nameOf(screen, 502)).toBeVisible();
});

// Covers: review-6
test('Retry asks for a case also where nothing waited before', async () => {
  // By itself the desk would ask again after 15 seconds.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  deskOf([501]);
  const isSeen = Promise.withResolvers<void>();
  answer(reviewQueue, async () => {
    await isSeen.promise;
    return { waiting: 1, mine: 0, incomplete: 0 };
  });
  let asked = 0;
  answer(nextCases, ({ body }) => {
    // With the case there, the one after it is asked for.
    if ((body as { after?: number }).after === 501) return { verification_ids: [] };
    asked += 1;
    if (asked === 1) return { verification_ids: [] };
    if (asked === 2) return failure(500, { message: 'Out of order.' });
    return { verification_ids: [501] };
  });
  const { screen } = await renderApp('/review');
  await expect.element(screen.getByRole('heading', { name: 'All reviewed' })).toBeVisible();
  isSeen.resolve();
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => asked).toBe(3);
  await expect.element(nameOf(screen, 501)).toBeVisible();
});

// Covers: review-7
test('a look at the case that fails is not repeated before the next heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  deskOf([501]);
  const decided = failure(409, { code: 'decided', message: 'Decided.' });
  const answers = [decided];
  const isShown = Promise.withResolvers<void>();
  answer(renewClaim, async () => {
    await isShown.promise;
    return answers.pop() ?? { expires_at: moment };
  });
  let looks = 0;
  answer(getVerification, () => {
    looks += 1;
    if (looks > 1) return failure(500, { message: 'Out of order.' });
    return verificationOf({ verification_id: 501, applicant: 'Asha Rao' });
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  isShown.resolve();
  await expect.poll(() => looks).toBe(2);
  // Time for many more looks.
  for (let call = 0; call < 30; call += 1) await fetch('/api/v1/review/queue/');
  await expect.poll(() => looks).toBe(2);
  vi.advanceTimersByTime(reviewTimes.claimRenewSeconds * 1000);
  await expect.poll(() => looks).toBe(3);
});

// Covers: review-6
test('Z twice while the decision is under way takes it back once, when it is there', async () => {
  const desk = deskOf([501, 502]);
  const recorded = Promise.withResolvers<void>();
  const calls: string[] = [];
  answer(decideVerification, async () => {
    await recorded.promise;
    calls.push('decided');
    return { success: true as const, message: 'Stored.' };
  });
  answer(undoDecision, ({ params }) => {
    calls.push('undone');
    if (calls.join() !== 'decided,undone') return failure(409, { message: 'Nothing to undo.' });
    desk.left = [Number(params.id), ...desk.left];
    return { success: true as const, message: 'Taken back.' };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await userEvent.keyboard('zz');
  recorded.resolve();
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.poll(() => calls).toEqual(['decided', 'undone']);
  await expect.element(screen.getByText(/Nothing to undo/)).not.toBeInTheDocument();
});

// Covers: review-6
test('where the answer of Z is lost, the case says whether it was taken back', async () => {
  deskOf([501, 502]);
  let decision: 'pending' | 'positive' = 'pending';
  const look = () => verificationOf({ applicant: 'Asha Rao', admin_decision: decision });
  answer(getVerification, ({ params }) =>
    params.id === '501' ? look() : verificationOf({ verification_id: 502, applicant: 'Ravi Iyer' }),
  );
  answer(decideVerification, () => {
    decision = 'positive';
    return { success: true as const, message: 'Stored.' };
  });
  let tries = 0;
  answer(undoDecision, () => {
    tries += 1;
    if (tries > 1) decision = 'pending';
    return noConnection();
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await userEvent.keyboard('z');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/Not undone.*It did not reach the server\. Try again\./);
  await userEvent.keyboard('z');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(nameOf(screen, 501)).toBeVisible();
});

/** A desk that records decisions and whose answers are lost. */
function losingAnswers(ids: number[]) {
  const desk = { ...deskOf(ids), recorded: new Set<string>() };
  answer(decideVerification, ({ params }) => {
    desk.recorded.add(String(params.id));
    return noConnection();
  });
  answer(getVerification, ({ params }) =>
    verificationOf({
      ...{ verification_id: Number(params.id), applicant: names[String(params.id)] ?? '' },
      ...(desk.recorded.has(String(params.id)) && decidedBy(1, 'Nandini Kulkarni')),
    }),
  );
  answer(undoDecision, ({ params }) => {
    desk.recorded.delete(String(params.id));
    return { success: true as const, message: 'Taken back.' };
  });
  return desk;
}

// Covers: review-5, review-6
test('where the answer of P is lost, the case says that it is decided: the next one stays, and Z takes it back', async () => {
  const { recorded } = losingAnswers([501, 502]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect.poll(() => recorded.size).toBe(1);
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await userEvent.keyboard('z');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await expect.poll(() => recorded.size).toBe(0);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

// Covers: review-6
test('an undo that is refused says why on its case, and Enter goes on', async () => {
  losingAnswers([501, 502]);
  answer(undoDecision, () => failure(409, { message: 'A report was issued since.' }));
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await userEvent.keyboard('z');
  const card = screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/Not undone.*A report was issued since\./);
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(nameOf(screen, 502)).toBeVisible();
});

// Covers: review-5
test('a case that shows one’s own decision of a moment ago offers to take it back', async () => {
  const { recorded } = losingAnswers([501, 502]);
  recorded.add('501');
  const { screen } = await renderApp('/review?case=501');
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/You decided this case/);
  await screen.getByRole('region', { name: 'Keys' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(nameOf(screen, 501)).toBeVisible();
  expect(recorded.size).toBe(0);
});

// Covers: review-7
test('a case that was sent back says by whom, and of one’s own not that nothing was recorded', async () => {
  deskOf([502]);
  const sentBackBy = (by_id: number) =>
    verificationOf({
      sent_back: {
        ...{ at: moment, by: 'Nandini Kulkarni', by_id, reasons: ['photo_unclear'], note: '' },
        ...{ photos_wanted: [], answered_by: null },
      },
    });
  answer(getVerification, sentBackBy(1));
  const own = await renderApp('/review?case=501', superAdmin);
  const card = own.screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/You sent this case back/);
  await expect.element(card).not.toMatchTextContent(/Nothing of yours/);
  await own.screen.unmount();

  // A colleague of the same name.
  answer(getVerification, sentBackBy(77));
  const { screen } = await renderApp('/review?case=501', superAdmin);
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/Nandini Kulkarni sent this case back.*Nothing of yours was recorded\./);
});

/** Presses a key again as soon as case 502 is there, as who pressed twice for the one before. */
function pressAgainAt502(key: string) {
  const pressAgain = ({ target }: FocusEvent) => {
    if ((target as Element).textContent !== names[502]) return;
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  };
  document.addEventListener('focusin', pressAgain);
  onTestFinished(() => document.removeEventListener('focusin', pressAgain));
}

// Covers: review-6
test('a second press of P that comes when the next case is there decides nothing', async () => {
  const desk = deskOf([501, 502, 503]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  pressAgainAt502('p');
  await press('p');
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  await press('n');
  await expect.element(nameOf(screen, 503)).toHaveFocus();
  await expect.poll(() => desk.sent.map(({ id }) => id)).toEqual(['501', '502']);
  await expect.poll(() => desk.sent[1]).toMatchObject({ body: { decision: 'negative' } });
});

// Covers: review-6
test('a key that is pressed before a case is painted decides nothing', async () => {
  const desk = deskOf([501, 502, 503]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await lookAtCase();
  const paint = holdFrames();
  await userEvent.keyboard('p');
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  passTime();
  await userEvent.keyboard('p');
  paint();
  await press('n');
  await expect.element(nameOf(screen, 503)).toHaveFocus();
  await expect.poll(() => desk.sent.map(({ id }) => id)).toEqual(['501', '502']);
  await expect.poll(() => desk.sent[1]).toMatchObject({ body: { decision: 'negative' } });
});

// Covers: review-6
test('a case whose record comes late takes no decision before that is painted, and for a moment', async () => {
  const desk = deskOf([501, 502, 503]);
  const isRead = Promise.withResolvers<void>();
  answer(getVerification, async ({ params }) => {
    if (params.id === '502') await isRead.promise;
    const id = String(params.id);
    return verificationOf({ verification_id: Number(id), applicant: names[id] ?? '' });
  });
  const { screen, address } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await press('p');
  await expect.poll(address).toBe('/review?case=502');
  await lookAtCase();
  await pressTooEarly(() => {
    isRead.resolve();
    return expect.element(nameOf(screen, 502)).toHaveFocus();
  });
  passTime();
  await userEvent.keyboard('n');
  await expect.element(nameOf(screen, 503)).toHaveFocus();
  await expect.poll(() => desk.sent.map(({ id }) => id)).toEqual(['501', '502']);
  await expect.poll(() => desk.sent[1]).toMatchObject({ body: { decision: 'negative' } });
});

// Covers: review-6
test('a double press of S skips one case', async () => {
  const desk = deskOf([501, 502, 503]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  pressAgainAt502('s');
  await press('s');
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  await press('s');
  await expect.element(nameOf(screen, 503)).toHaveFocus();
  const skipped = () => desk.sent.filter(({ body }) => (body as { skip?: string }).skip);
  await expect.poll(() => skipped().map(({ id }) => id)).toEqual(['501', '502']);
});

// Covers: review-7
test('a case decided while the next ones were asked for does not come back', async () => {
  const desk = deskOf([501]);
  const isDecided = Promise.withResolvers<void>();
  let asked = 0;
  answer(nextCases, async ({ body }) => {
    const { after } = body as { after?: number };
    const found = desk.left.filter((id) => id !== after);
    asked += 1;
    // The first ask after the decision was sent: the server finds the case still pending, and answers late.
    if (after === undefined && asked > 1 && found.length > 0) await isDecided.promise;
    return { verification_ids: found };
  });
  const answered = Promise.withResolvers<void>();
  answer(decideVerification, async ({ params }) => {
    await answered.promise;
    desk.left = [502];
    return { success: true as const, message: `Stored ${params.id}.` };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  const before = asked;
  await press('p');
  await expect.poll(() => asked).toBeGreaterThan(before);
  answered.resolve();
  await expect.element(screen.getByText('Asha Rao: Positive').first()).toBeInTheDocument();
  await expect.poll(() => desk.left).toEqual([502]);
  isDecided.resolve();
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect.element(nameOf(screen, 501)).not.toBeInTheDocument();
});

// Covers: dialogs-7
test('a note that was typed in a panel is asked for before Escape or Cancel loses it', async () => {
  deskOf([501]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await userEvent.keyboard('b9');
  const panel = screen.getByRole('dialog', { name: /^Send back to/ });
  const note = panel.getByLabelText('Note to the agent');
  await note.fill('The door is not theirs.');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel.getByText('Close and lose what you changed?')).toBeVisible();
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.element(panel.getByText('Close and lose what you changed?')).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('The door is not theirs.');
  await expect.element(note).toHaveFocus();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await panel.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(panel).not.toBeInTheDocument();
  // Reasons are pressed again as fast as they were.
  await userEvent.keyboard('b1{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

test('what is said of a case that cannot be fetched is not of the next ones, which could not be asked for either', async () => {
  deskOf([501]);
  let asked = 0;
  answer(nextCases, () => {
    asked += 1;
    return asked === 1 ? { verification_ids: [501] } : failure(500, { message: 'Out of order.' });
  });
  const isAsked = Promise.withResolvers<void>();
  answer(getVerification, async () => {
    await isAsked.promise;
    return failure(500, { message: 'This case is broken.' });
  });
  const { screen } = await renderApp('/review');
  await expect.poll(() => asked).toBe(2);
  isAsked.resolve();
  await expect.element(screen.getByText('This case is broken.')).toBeVisible();
});

// Covers: review-6
test('a case that cannot be fetched is skipped, by S or by its button', async () => {
  const desk = deskOf([501, 502, 503]);
  answer(getVerification, ({ params }) =>
    params.id === '503'
      ? verificationOf({ verification_id: 503, applicant: names[503] ?? '' })
      : failure(params.id === '502' ? 404 : 500, { message: 'Something went wrong on our side.' }),
  );
  const { screen, address } = await renderApp('/review?case=501');
  await expect.element(screen.getByText('Something went wrong on our side.')).toBeVisible();
  screen.getByRole('button', { name: 'Skip' }).element().focus();
  await press('{Enter}');
  await expect.poll(address).toBe('/review?case=502');
  await expect.element(screen.getByText('Something went wrong on our side.')).toBeVisible();
  await press('s');
  await expect.element(nameOf(screen, 503)).toBeVisible();
  await expect
    .poll(() => desk.sent)
    .toEqual([
      { id: '501', body: { skip: 'true' } },
      { id: '502', body: { skip: 'true' } },
    ]);
});

// Covers: review-9
test('arrows move a zoomed photo that has the focus, and are the desk’s again elsewhere', async () => {
  deskOf([501]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await userEvent.keyboard(' ');
  const zoomed = () => document.querySelector<HTMLElement>('.frame.zoomed');
  await expect.poll(zoomed).not.toBeNull();
  zoomed()?.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowDown}');
  expect(zoomed()).toBe(document.activeElement);
  zoomed()?.blur();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(zoomed).toBeNull();
});

// Covers: review-5
test.each([
  ['ahead', -10],
  ['behind', 10],
])(
  'a browser whose clock is minutes %s counts the seconds to take back by the server’s',
  async (_, minutes) => {
    deskOf([501]);
    const there = (seconds: number) => new Date(Date.now() + minutes * 60_000 - seconds * 1000);
    answer(getVerification, () =>
      Response.json(
        verificationOf({
          ...{ verification_id: 501, applicant: 'Asha Rao' },
          ...decidedBy(1, 'Nandini Kulkarni', 'positive', there(30).toISOString()),
        }),
        { headers: { Date: there(0).toUTCString() } },
      ),
    );
    const { screen } = await renderApp('/review?case=501');
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/You decided this case/);
    await expect.element(screen.getByText(/^([12]?\d|3[01]) s$/).first()).toBeInTheDocument();
  },
);
