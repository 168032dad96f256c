import { answer } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { visitReceipts } from '@doorstep/contract/visits/phone';
import { expect, onTestFinished, test, vi } from 'vitest';
import { database } from '../../lib/db/database.ts';
import { endSignIn } from '../../lib/session/account-record.ts';
import { onSendWanted } from '../../lib/sync/queue.ts';
import { fullQueue, openPhone, queueVisit, storeSendingState } from '../../testing/day.ts';
import { expectFocus, expectText, openApp } from '../../testing/open-app.tsx';
import { inMinutes } from '../../testing/phone.ts';
import { simulateShareSheet } from '../../testing/troubles.ts';
import { showLanguage } from '../../words/language.ts';

test('says that a visit waits for the password, and where to enter it', async () => {
  await openPhone();
  await queueVisit('Kiran Bhosale');
  const screen = await openApp('/queue');
  const visit = screen.getByRole('listitem').filter({ hasText: 'Kiran Bhosale' });
  await expect.element(visit.getByText(/^Next/)).toBeVisible();
  await endSignIn('send-1');
  await expect.element(visit.getByText(/^Waiting for your password/)).toBeVisible();
  await screen.getByRole('button', { name: 'Sign in' }).click();
  await expectFocus('Sign in again');
});

test('says where each visit is, and what it and the rest wait for', async () => {
  const screen = await openApp(await fullQueue());
  const expectRow = (name: string, words: RegExp) =>
    expect
      .element(screen.getByRole('listitem').filter({ hasText: name }).getByText(words))
      .toBeVisible();
  const expectFoot = (words: RegExp) =>
    expect.element(screen.getByRole('status')).toMatchTextContent(words);
  await expectRow('Kiran Bhosale', /^Sending 3 of 6/);
  const parts = screen.getByRole('img', { name: '2 of 6 parts are at the office' });
  const sent = () =>
    Array.from(parts.query()?.querySelectorAll<HTMLElement>('.bg-accent') ?? []).map(({ style }) =>
      Math.round(Number.parseFloat(style.inlineSize)),
    );
  await expect.poll(sent).toEqual([100, 100, 46, 0, 0, 0]);
  await expectRow('Farid Shaikh', /^Next/);
  await expectRow('Anil Deshmukh', /^Waiting for its turn/);
  await expectRow('Kavita Rao', /^Given to Ravi More\. Your visit is saved/);
  await expectRow('Deepak Nair', /^Received/);
  await expectFoot(/^4 to send · .*Sending…$/);
  await queueVisit('Meera Joshi', { areFactsThere: true, finishedAt: inMinutes(-1) });
  await storeSendingState({ state: 'waiting for Wi-Fi' });
  await expectRow('Meera Joshi', /^Photos are waiting for Wi-Fi/);
  await expectRow('Farid Shaikh', /^Next/);
  await expectFoot(/Photos are waiting for Wi-Fi$/);
  const nextTryAt = Date.now() + 240_000;
  await storeSendingState({ state: 'waiting for a network', nextTryAt });
  await expectRow('Farid Shaikh', /^Waiting for a network/);
  await expectFoot(/Tries again .*\d$/);
  await storeSendingState({ state: 'waiting for a network' });
  await expectFoot(/Waiting for a network$/);
  const wake = vi.fn();
  onTestFinished(onSendWanted(wake));
  await screen.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => wake.mock.calls.length).toBe(1);
});

test('does not say “All sent” on a phone that never sent anything', async () => {
  await openPhone();
  const screen = await openApp('/queue');
  await expectText('Nothing waits to be sent');
  await expect.element(screen.getByText('Nothing sent yet')).toBeVisible();
  await expect.element(screen.getByText('All sent')).not.toBeInTheDocument();
  await storeSendingState({ lastSentAt: inMinutes(-5) });
  await expect.element(screen.getByText('All sent')).toBeVisible();
});

test('says why the office rejected a visit in the agent’s language', async () => {
  await openPhone();
  await queueVisit('Kiran Bhosale', { state: 'refused', refusal: 'bad_signature' });
  await queueVisit('Meera Joshi', { state: 'refused', refusal: 'not_found' });
  await openApp('/queue');
  await expectText(/^The office can’t confirm that this phone sent the visit\. Nothing/);
  await expectText(/^The office could not accept this visit \(not_found\)\. Nothing/);
  await showLanguage('hi');
  await expectText(/^ऑफ़िस पक्का नहीं कर पाया/);
});

test('asks who has the task for each new held visit, and names the colleague', async () => {
  const asked: string[] = [];
  answer(visitReceipts, ({ query: { visits = '' } }) => {
    asked.push(visits);
    // The office has no answer to the first request.
    const colleague = asked.length > 1 ? 'Ravi More' : null;
    const receipt = { state: 'held', held_because: 'reassigned', colleague, at: null } as const;
    return { receipts: visits.split(',').map((visit_id) => ({ visit_id, ...receipt })) };
  });
  await openPhone();
  const held = { state: 'held', heldBecause: 'reassigned', receivedAt: inMinutes(-5) } as const;
  await queueVisit('Anil Sharma', { ...held, heldBecause: 'already_visited' });
  // The PIN was forgotten since this colleague's name was stored.
  const colleague = { iv: new Uint8Array(12), bytes: new ArrayBuffer(32) };
  const first = await queueVisit('Kiran Bhosale', { ...held, colleague });
  const screen = await openApp('/queue');
  await expect.poll(() => asked).toEqual([first]);
  const second = await queueVisit('Meera Joshi', held);
  await expect.poll(() => asked.at(-1)?.split(',').toSorted()).toEqual([first, second].toSorted());
  await expect.element(screen.getByText(/^Given to Ravi More\./)).toHaveLength(2);
});

async function saveToFile() {
  await openPhone();
  const visitId = await queueVisit('Kiran Bhosale', {}, 0);
  const screen = await openApp('/queue');
  await screen.getByRole('button', { name: 'Save to a file: Kiran Bhosale' }).click();
  const isSaved = async () => (await (await database()).get('outbox', visitId))?.isSavedToFile;
  return { screen, isSaved };
}

// Covers: field-app-13
test('counts a shared file as saved, but not after the share sheet was closed', async () => {
  let isClosed = true;
  let asked = 0;
  simulateShareSheet(async () => {
    asked += 1;
    if (isClosed) throw new DOMException('Closed.', 'AbortError');
  });
  const { screen, isSaved } = await saveToFile();
  await expect.poll(() => asked).toBe(1);
  // Signing out may delete an unsent visit only if `isSaved` returns true.
  await expect.poll(isSaved).toBe(false);
  isClosed = false;
  await pressAndSee('Save to a file: Kiran Bhosale', screen.getByText(/^File saved\./));
  await expect.poll(isSaved).toBe(true);
});

// Covers: field-app-13
test('asks whether a download arrived, because only the agent can know', async () => {
  simulateShareSheet(undefined);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { screen, isSaved } = await saveToFile();
  await screen.getByRole('button', { name: 'No', exact: true }).click();
  const download = expect.stringMatching(/^visit-.*\.doorstep$/);
  expect(click.mock.contexts).toMatchObject([{ href: expect.stringMatching(/^blob:/), download }]);
  await expect.element(screen.getByText('Do you have the file?')).not.toBeInTheDocument();
  await expect.poll(isSaved).toBe(false);
  await screen.getByRole('button', { name: 'Save to a file: Kiran Bhosale' }).click();
  await pressAndSee(/^Yes$/, screen.getByRole('status').getByText(/^File saved\./));
  await expect.poll(isSaved).toBe(true);
});
