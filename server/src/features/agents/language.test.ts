import { login } from '@doorstep/contract/auth';
import { changeLanguage, taskChanges } from '@doorstep/contract/visits/phone';
import { expect, test } from 'vitest';
import { post } from '../../testing/auth-requests.ts';
import { auditOf, password, signIn, startSharedApp } from '../../testing/test-app.ts';

const doorstep = await startSharedApp();

// Covers: field-app-36
test('the last choice of an agent’s language wins, on every phone', async () => {
  const agent = await signIn(doorstep, 'agent');
  const choose = async (language: string, chosen_at: string) => {
    const { path: url, method } = changeLanguage;
    const payload = { language, chosen_at };
    const { headers } = agent;
    return (await doorstep.app.inject({ method, url, headers, payload })).json().language;
  };
  const now = async () => {
    const { email } = agent.user;
    const payload = { email_or_mobile: email, password, app: 'field' };
    const signedIn = await post(doorstep, login.path, payload);
    const asked = await agent.get(taskChanges.path);
    return [signedIn.json().language, asked.json().language];
  };
  expect(await now()).toEqual([null, null]);
  expect(await choose('mr', '2026-02-01T04:30:00Z')).toBe('mr');
  expect(await choose('ta', '2026-01-31T04:30:00Z')).toBe('mr');
  expect(await now()).toEqual(['mr', 'mr']);
  // This choice comes from a phone whose clock is far ahead. The next choice still replaces it.
  expect(await choose('te', '2999-01-01T00:00:00Z')).toBe('te');
  expect(await choose('bn', new Date(Date.now() + 1).toISOString())).toBe('bn');
  // The same choice again is no change.
  expect(await choose('bn', new Date(Date.now() + 2).toISOString())).toBe('bn');
  const changes = (await auditOf(doorstep.db, 'user', agent.user.id)).filter(
    ({ action }) => action === 'change_language',
  );
  expect(changes.map(({ after }) => after)).toEqual(
    ['mr', 'te', 'bn'].map((language) => ({ language })),
  );
});
