import { login, refresh } from '@doorstep/contract/auth';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { queueVisit } from '../../testing/day.ts';
import {
  agent,
  emptyPhone,
  otherAgent,
  phoneAtWork,
  pin,
  replaceLock,
  signedIn,
  storeTasks,
  task,
  tokensOf,
} from '../../testing/phone.ts';
import type { StoredCall } from '../calls/stored-call.ts';
import { database, readMeta } from '../db/database.ts';
import { lockNow, openKey, unlock, whileOpen } from '../lock/lock.ts';
import { onSendWanted } from '../sync/queue.ts';
import { startVisit } from '../visit/draft.ts';
import { readAccount, saveAccount } from './account.ts';
import { endSignIn, readAccountRecord } from './account-record.ts';
import { Refusal } from './api.ts';
import { readDevice } from './device.ts';
import { withToken } from './renew.ts';
import { beginWork, continueWork, signIn } from './sign-in.ts';

const { tokens } = signedIn;

/** Lets `user` sign in. Returns the list of the sign-in requests that the simulated server receives. */
function officeKnows(user = agent) {
  const seen: { body: unknown; credentials: RequestCredentials }[] = [];
  answer(login, ({ body, request }) => {
    seen.push({ body, credentials: request.credentials });
    return { ...signedIn, user };
  });
  return seen;
}

const signInAgain = async () => continueWork(await signIn('a', 'b'));
const expectOthersWork = (trying: Promise<unknown>) =>
  expect(trying).rejects.toMatchObject({ name: 'OtherAgentsWork' });

beforeEach(phoneAtWork);

// Covers: field-app-5
test('stores nothing before the secret is set, then encrypts everything but the send token', async () => {
  await emptyPhone();
  const seen = officeKnows();
  const begun = await signIn('9820012345', 'Correct-horse-7');
  const body = { email_or_mobile: '9820012345', password: 'Correct-horse-7', app: 'field' };
  expect(seen).toMatchObject([{ body, credentials: 'same-origin' }]);
  expect(await (await database()).count('meta')).toBe(0);

  await beginWork(begun, pin);
  expect((await readAccount())?.tokens).toEqual(tokens);
  const kept = JSON.stringify(await readMeta('account'));
  expect(kept).toContain('send-2');
  expect(kept).not.toContain('refresh-2');
  expect(kept).not.toContain(agent.name);
  lockNow();
  await expect(readAccount()).rejects.toThrow('locked');
});

test('shows the office’s reason for rejecting a sign-in', async () => {
  answer(login, failure(401, { message: 'Login failed. Please check your credentials.' }));
  await expect(signIn('a', 'b')).rejects.toThrow('Please check your credentials.');
  answer(login, noConnection());
  await expect(signIn('a', 'b')).rejects.toMatchObject({ name: 'NoAnswer' });
});

// Covers: field-app-12
test('keeps the phone’s data and secret when the password is asked again', async () => {
  await storeTasks(task);
  const visitId = await startVisit(task);
  officeKnows();
  await signInAgain();
  const db = await database();
  expect([await db.count('tasks'), await db.getKey('drafts', visitId)]).toEqual([1, visitId]);
  lockNow();
  expect(await unlock(pin)).toBe('open');
  expect((await readAccount())?.tokens).toEqual(tokens);
});

// Covers: field-app-22
test('does not undo a reset on another page when the password is given', async () => {
  const before = await readMeta('account');
  officeKnows();
  const begun = await signIn('a', 'b');
  await replaceLock();
  await continueWork(begun);
  expect(await readMeta('account')).toEqual(before);
  expect(openKey).toThrow('locked');
});

// Covers: field-app-12
test('continues what waited for the password', async () => {
  officeKnows();
  const wake = vi.fn();
  onTestFinished(onSendWanted(wake));
  await signInAgain();
  expect(wake).toHaveBeenCalledOnce();
});

// Covers: field-app-61
test('lets another agent sign in once the earlier agent’s work is at the office', async () => {
  const visitId = await startVisit(task);
  officeKnows(otherAgent);
  await expectOthersWork(signIn('a', 'b'));
  await (await database()).delete('drafts', visitId);
  // A visit saved to a file is still on the phone. If another agent signed in, the phone would send it as a
  // visit of that agent.
  const savedId = await queueVisit('Kiran Bhosale', { isSavedToFile: true });
  await expectOthersWork(signIn('a', 'b'));
  await (await database()).delete('outbox', savedId);
  const call = { id: 'c1', taskId: task.id, begunAt: Date.now(), envelope: 'e' };
  const details = {} as StoredCall['details'];
  await (await database()).put('calls', { ...call, state: 'waiting', details });
  await expectOthersWork(signIn('a', 'b'));
  await (await database()).clear('calls');
  await expect(signIn('a', 'b')).resolves.toMatchObject({ sendToken: 'send-2', isOther: true });
});

// Covers: field-app-22
test('gives another agent nothing of the earlier one, not even the phone’s id', async () => {
  await storeTasks(task);
  await queueVisit('Kiran Bhosale', { receivedAt: '2026-11-22T05:00:00.000Z', state: 'received' });
  const { id } = await readDevice();
  officeKnows(otherAgent);
  await beginWork(await signIn('a', 'b'), pin);
  const db = await database();
  expect([await db.count('tasks'), await db.count('outbox')]).toEqual([0, 0]);
  expect((await readAccount())?.user.id).toBe(otherAgent.id);
  expect((await readDevice()).id).not.toBe(id);
});

// Covers: field-app-22
test.each([
  ['finished', 'outbox', () => queueVisit('Kiran Bhosale')],
  ['started', 'drafts', () => startVisit(task)],
] as const)(
  'keeps the phone unchanged if a visit is %s while another agent chooses a PIN',
  async (_, store, addVisit) => {
    officeKnows(otherAgent);
    const begun = await signIn('a', 'b');
    const visitId = await addVisit();
    lockNow();
    await expectOthersWork(signIn('a', 'b'));
    await expectOthersWork(beginWork(begun, '918273'));
    expect(await (await database()).getKey(store, visitId)).toBe(visitId);
    expect(await unlock(pin)).toBe('open');
    expect((await readAccount())?.user.id).toBe(agent.id);
  },
);

// Covers: field-app-3
test('lets the account be read as soon as a forgotten PIN is replaced; finished visits stay', async () => {
  await startVisit(task);
  const visitId = await queueVisit('Kiran Bhosale');
  lockNow();
  officeKnows();
  const seen: Promise<unknown>[] = [];
  whileOpen(() => {
    seen.push(readAccount());
    return () => {};
  });
  await beginWork(await signIn('a', 'b'), '918273');
  expect(await Promise.all(seen)).toMatchObject([{ tokens }]);
  const db = await database();
  expect([await db.count('drafts'), await db.getKey('outbox', visitId)]).toEqual([0, visitId]);
});

// Covers: field-app-12
test('does not let an ended session overwrite a newer sign-in', async () => {
  const trx = (await database()).transaction('meta', 'readwrite');
  const both = [endSignIn('send-1'), saveAccount({ user: agent, tokens }, 'send-2')];
  // The two calls above wait for the end of this transaction.
  for (let times = 0; times < 50; times += 1) await trx.store.get('lock');
  await trx.done;
  await Promise.all(both);
  expect((await readAccount())?.tokens).toEqual(tokens);
});

const callWithExpiredToken = () =>
  withToken(async (token) => {
    if (token === 'access-1') throw new Refusal(401, '');
  }).catch(() => {});

// Covers: field-app-12
test.each([
  ['refused', bareFailure(401)],
  ['renewed', tokensOf(3)],
])('keeps a new sign-in when the old session is %s later', async (_, late) => {
  officeKnows();
  answer(refresh, async () => {
    await signInAgain();
    return late;
  });
  await callWithExpiredToken();
  expect(await readAccountRecord()).toMatchObject({ sendToken: 'send-2', isEnded: false });
  expect((await readAccount())?.tokens).toEqual(tokens);
});

// Covers: field-app-12
test.each([
  [401, true, { name: 'SignInEnded' }],
  [409, false, { status: 409 }],
])('a %i to a renewed token: the sign-in has ended: %s', async (status, isEnded, error) => {
  answer(refresh, tokensOf(3));
  const attempt = withToken(async (token) => {
    throw new Refusal(token === 'access-1' ? 401 : status, '');
  });
  await expect(attempt).rejects.toMatchObject(error);
  expect(await readAccountRecord()).toMatchObject({ isEnded });
});

// Covers: field-app-12
test('stores tokens that arrive just after locking: using the old ones twice would look like theft', async () => {
  answer(refresh, () => {
    lockNow();
    return tokensOf(3);
  });
  await callWithExpiredToken();
  expect(await unlock(pin)).toBe('open');
  expect((await readAccount())?.tokens).toEqual(tokensOf(3));
});

// Covers: field-app-12
test('uses the token that another page has renewed meanwhile, and does not renew it again', async () => {
  const asked = vi.fn(() => tokensOf(4));
  answer(refresh, asked);
  const used = await withToken(async (token) => {
    if (token !== 'access-1') return token;
    await saveAccount({ user: agent, tokens: tokensOf(3) }, 'send-1');
    throw new Refusal(401, '');
  });
  expect(used).toBe('access-3');
  expect(asked).not.toHaveBeenCalled();
});
