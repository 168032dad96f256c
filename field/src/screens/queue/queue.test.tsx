import { answer } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { visitReceipts } from '@doorstep/contract/visits/phone';
import { expect, test, vi } from 'vitest';
import { database } from '../../lib/db/database.ts';
import { endSignIn } from '../../lib/session/account-record.ts';
import { openPhone, queueVisit, storeSendingState } from '../../testing/day.ts';
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

test('does not say “All sent” on a phone that never sent anything', async () => {
  await openPhone();
  const screen = await openApp('/queue');
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

test('asks who has the task for each new held visit', async () => {
  const asked: string[] = [];
  answer(visitReceipts, ({ query }) => {
    asked.push(query.visits ?? '');
    return { receipts: [] };
  });
  await openPhone();
  const held = { state: 'held', heldBecause: 'reassigned', receivedAt: inMinutes(-5) } as const;
  const first = await queueVisit('Kiran Bhosale', held);
  await openApp('/queue');
  await expect.poll(() => asked).toEqual([first]);
  const second = await queueVisit('Meera Joshi', held);
  await expect.poll(() => asked.at(-1)?.split(',').toSorted()).toEqual([first, second].toSorted());
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
  await pressAndSee(/^Yes$/, screen.getByText(/^File saved\./));
  await expect.poll(isSaved).toBe(true);
});
