import { logout, refresh } from '@doorstep/contract/auth';
import { answer, bareFailure, noConnection } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, test } from 'vitest';
import { phoneAtWork, task, tokensOf } from '../../testing/phone.ts';
import { database } from '../db/database.ts';
import { openKey } from '../lock/lock.ts';
import { readDraft, startVisit } from '../visit/draft.ts';
import { signOut } from './sign-out.ts';

beforeEach(phoneAtWork);

test('waits for open visits, then deletes everything, with or without a network', async () => {
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

// Covers: field-app-22
test('does not lose a visit that is started during a sign-out', async () => {
  const { promise: answered, resolve: answerNow } = Promise.withResolvers<void>();
  answer(logout, () => answered.then(() => ({ success: true as const, message: '' })));
  const leaving = signOut();
  const [begun] = await Promise.allSettled([startVisit(task)]);
  answerNow();
  const hasLeft = await leaving;
  if (begun?.status === 'fulfilled') expect(await readDraft(begun.value)).toBeDefined();
  expect(hasLeft).toBe(begun?.status === 'rejected');
});

test('ends the session on the server even if its token has expired', async () => {
  const tokens: (string | null)[] = [];
  answer(logout, ({ request }) => {
    const token = request.headers.get('Authorization');
    tokens.push(token);
    return token === 'Bearer access-1' ? bareFailure(401) : { success: true, message: '' };
  });
  answer(refresh, tokensOf(2));
  expect(await signOut()).toBe(true);
  await expect.poll(() => tokens).toEqual(['Bearer access-1', 'Bearer access-2']);
});
