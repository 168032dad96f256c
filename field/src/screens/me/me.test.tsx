import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test } from 'vitest';
import { answerCall } from '../../lib/calls/answer-call.ts';
import { noteCall } from '../../lib/calls/note-call.ts';
import { announce } from '../../lib/db/announce.ts';
import { database } from '../../lib/db/database.ts';
import { queueMessage } from '../../lib/messages/write-message.ts';
import { anil, beginVisit, openPhone, queueVisit } from '../../testing/day.ts';
import { expectText, openApp } from '../../testing/open-app.tsx';
import { failNextFetchOf, simulateSpace } from '../../testing/troubles.ts';

async function callAnil() {
  await noteCall(anil());
  const [call] = await (await database()).getAll('calls');
  await answerCall(call?.id ?? '', 'reached');
}

// Covers: field-app-22, messages-7
test('says what must be sent or finished before signing out, then asks and signs out', async () => {
  simulateSpace({ freeMb: 2_000, isPersisted: false });
  await openPhone([anil()]);
  const screen = await openApp('/me');
  await expectText('12 MB used, 2.0 GB free');
  await expectText(/^Protected: no\./);
  // Each reason replaces the reason before, which still applies.
  await queueMessage(anil().id, 'Gate locked');
  await expectText('A message is not sent yet. Send it first.');
  await callAnil();
  await expectText('A call is not sent yet. Go online first.');
  await beginVisit(anil());
  await expectText('A visit is not finished. Finish it first.');
  await queueVisit('Kiran Bhosale');
  await expectText('1 visit is not sent yet. Send it first.');

  const db = await database();
  for (const name of ['messages', 'calls', 'drafts', 'outbox'] as const) await db.clear(name);
  announce('messages', 'calls', 'drafts', 'outbox');
  await pressAndSee('Sign out', screen.getByText('Sign out of this phone?'));
  await pressAndSee('Sign out', screen.getByLabelText('Phone or email'));
  expect(await db.count('tasks')).toBe(0);
});

test('says that a language is not on the phone yet', async () => {
  await openPhone();
  const screen = await openApp('/me');
  const telugu = screen.getByRole('button', { name: /^తెలుగు/ });
  await expect.element(telugu).toBeVisible();
  failNextFetchOf('te.json');
  await pressAndSee(telugu, screen.getByText(/^This language is not on the phone yet/));
  await telugu.click();
  await expect.poll(() => document.documentElement.lang).toBe('te');
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
});
