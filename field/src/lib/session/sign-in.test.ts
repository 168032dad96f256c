import { login, logout } from '@doorstep/contract/auth';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { agent, emptyPhone, phoneAtWork, pin, storeTasks, task } from '../../testing/phone.ts';
import { database, readMeta } from '../db/database.ts';
import { lockNow, openKey, unlock } from '../lock/lock.ts';
import { onSendNow } from '../sync/queue.ts';
import { startVisit } from '../visit/draft.ts';
import { readAccount } from './account.ts';
import { beginWork, continueWork, signIn, signOut } from './sign-in.ts';

const tokens = { access_token: 'access-9', refresh_token: 'refresh-9' };

function officeKnows(id = agent.id) {
  const seen: { body: unknown; credentials: RequestCredentials }[] = [];
  answer(login, ({ body, request }) => {
    seen.push({ body, credentials: request.credentials });
    const user = { ...agent, id };
    return { success: true, message: '', user, tokens, send_token: 'send-9' };
  });
  return seen;
}

beforeEach(emptyPhone);

// Covers: field-app-5
test('the first sign-in keeps nothing before the secret is set, and then all but the send token behind it', async () => {
  const seen = officeKnows();
  const signedIn = await signIn('9820012345', 'Correct-horse-7');
  const body = { email_or_mobile: '9820012345', password: 'Correct-horse-7', app: 'field' };
  expect(seen).toMatchObject([{ body, credentials: 'same-origin' }]);
  expect(await (await database()).count('meta')).toBe(0);

  await beginWork(signedIn, pin);
  expect((await readAccount())?.tokens).toEqual(tokens);
  const kept = JSON.stringify(await readMeta('account'));
  expect(kept).toContain('send-9');
  expect(kept).not.toContain('refresh-9');
  expect(kept).not.toContain(agent.name);
  lockNow();
  await expect(readAccount()).rejects.toThrow('locked');
});

test('what the office says against it is passed on', async () => {
  answer(login, failure(401, { message: 'Login failed. Please check your credentials.' }));
  await expect(signIn('a', 'b')).rejects.toThrow('Please check your credentials.');
  answer(login, noConnection());
  await expect(signIn('a', 'b')).rejects.toMatchObject({ name: 'NoAnswer' });
});

// Covers: field-app-12
test('the password asked once more keeps all that is on the phone, and the secret', async () => {
  await phoneAtWork();
  await storeTasks(task);
  const visitId = await startVisit(task);
  officeKnows();
  await continueWork(await signIn('9820012345', 'Correct-horse-7'));
  const db = await database();
  expect([await db.count('tasks'), await db.getKey('drafts', visitId)]).toEqual([1, visitId]);
  lockNow();
  expect(await unlock(pin)).toBe('open');
  expect((await readAccount())?.tokens).toEqual(tokens);
});

// Covers: field-app-12
test('what waited for the password goes on by itself', async () => {
  await phoneAtWork();
  officeKnows();
  const wake = vi.fn();
  onTestFinished(onSendNow(wake));
  await continueWork(await signIn('9820012345', 'Correct-horse-7'));
  expect(wake).toHaveBeenCalledOnce();
});

test('another agent signs in once the visits of the one before are gone', async () => {
  await phoneAtWork();
  const visitId = await startVisit(task);
  officeKnows(agent.id + 1);
  await expect(signIn('a', 'b')).rejects.toMatchObject({ name: 'OtherAgentsWork' });
  await (await database()).delete('drafts', visitId);
  await expect(signIn('a', 'b')).resolves.toMatchObject({ sendToken: 'send-9' });
});

test('signing out waits for open visits, then leaves nothing, with or without a network', async () => {
  await phoneAtWork();
  localStorage.setItem('user', 'an administrator');
  const visitId = await startVisit(task);
  expect(await signOut()).toBe(false);
  expect(openKey()).toBeDefined();
  const db = await database();
  await db.delete('drafts', visitId);
  answer(logout, noConnection());
  expect(await signOut()).toBe(true);
  for (const name of db.objectStoreNames) expect(await db.count(name), name).toBe(0);
  expect(openKey).toThrow('locked');
  expect(localStorage.getItem('user')).toBe('an administrator');
  localStorage.removeItem('user');
});
