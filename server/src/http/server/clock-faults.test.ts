import { afterEach, expect, test, vi } from 'vitest';
import { challengeFor, sendCode, turnOn } from '../../testing/second-factor.ts';
import { addVisit } from '../../testing/submission.ts';
import { signIn, startSharedApp } from '../../testing/test-app.ts';
import { codeOf } from '../../testing/totp-code.ts';

const server = await startSharedApp();
const admin = await signIn(server, 'admin');
afterEach(() => vi.useRealTimers());

const hour = 3_600_000;
/** Sets the server's clock back. The database's clock stays right. */
const setBack = (milliseconds: number) => {
  const now = Date.now() - milliseconds;
  vi.useFakeTimers({ toFake: ['Date'], now });
};

// Covers: fault-25
test('a clock set back by an hour ends no session and no link', async () => {
  const agent = await signIn(server, 'agent');
  const { id } = await addVisit(server, agent, ['teal']);
  const [link] = (await admin.get(`verification_tasks/${id}`)).json().image_urls;
  setBack(hour);
  expect((await admin.get('applicants/')).statusCode).toBe(200);
  expect((await admin.get(link)).statusCode).toBe(200);
  const renewed = await admin.post('auth/token/refresh/', { refresh: admin.refreshToken });
  expect(renewed.statusCode).toBe(200);
});

// Covers: fault-25
test('with a clock set back, no authenticator code works twice', async () => {
  const person = await signIn(server, 'admin');
  const { secret, recoveryCodes } = await turnOn(server, person);
  const send = async (code: string) =>
    (await sendCode(server, await challengeFor(server, person.user.email), code)).statusCode;
  setBack(hour);
  // This code is for an earlier time than the last code that was used, so it is rejected.
  expect(await send(codeOf(secret))).toBe(401);
  vi.useRealTimers();
  expect(await send(recoveryCodes[0] ?? '')).toBe(200);
});
