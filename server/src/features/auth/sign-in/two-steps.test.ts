import { logout, passwordReset } from '@doorstep/contract/auth';
import { readSecondFactor } from '@doorstep/contract/auth/second-factor';
import { listSessions } from '@doorstep/contract/auth/sessions';
import { beforeEach, expect, test } from 'vitest';
import {
  attempt,
  failedJustNow,
  isSignedIn,
  newAddress,
  post,
} from '../../../testing/auth-requests.ts';
import { challengeFor, sendCode, turnOn } from '../../../testing/second-factor.ts';
import {
  auditOf,
  closeAfterTest,
  signIn,
  startSharedApp,
  startTestApp,
} from '../../../testing/test-app.ts';
import { codeOf, wrongCodeOf } from '../../../testing/totp-code.ts';

const server = await startSharedApp();
beforeEach(async () => {
  await server.db.deleteFrom('sign_in_failures').execute();
});

async function secured() {
  const admin = await signIn(server, 'admin');
  return { ...admin, ...(await turnOn(server, admin)) };
}

const openSessions = async (userId: number) =>
  (
    await server.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
  ).length;

// Covers: threat-4
test('the right password alone opens nothing; password and code open a session', async () => {
  const { user, secret } = await secured();
  const first = await attempt(server, user.email);
  expect(first.statusCode).toBe(401);
  expect(first.cookies).toEqual([]);
  const { challenge, request_id: _, ...body } = first.json();
  expect(body).toEqual({
    success: false,
    message: 'Enter the code that your phone shows.',
    detail: 'Enter the code that your phone shows.',
    code: 'second_factor_required',
  });
  expect(await openSessions(user.id)).toBe(1);
  expect(
    (await post(server, logout.path, {}, { authorization: `Bearer ${challenge}` })).statusCode,
  ).toBe(401);

  const second = await sendCode(server, challenge, codeOf(secret));
  expect(second.statusCode).toBe(200);
  expect(second.json()).toMatchObject({
    success: true,
    message: 'Login successful!',
    user: { id: user.id, is_admin: true },
    tokens: { access_token: expect.any(String), refresh_token: expect.any(String) },
  });
  expect(second.cookies.map(({ name }) => name)).toEqual(['doorstep_session', 'doorstep_device']);
  expect(await openSessions(user.id)).toBe(2);
  expect((await auditOf(server.db, 'session', user.id)).at(-1)).toMatchObject({
    action: 'sign_in',
    actor_id: user.id,
    after: { session_id: expect.any(String), second_factor: 'code' },
  });
});

// Covers: threat-4
test('a code works once for any caller, and so does every code before it', async () => {
  const { user, secret, code: used } = await secured();
  const challenge = await challengeFor(server, user.email);
  const another = await challengeFor(server, user.email);
  expect((await sendCode(server, challenge, used)).statusCode).toBe(401);
  const [now, next] = [codeOf(secret), codeOf(secret, 1)];
  expect((await sendCode(server, challenge, next)).statusCode).toBe(200);
  for (const code of [next, now]) {
    const replayed = await sendCode(server, another, code);
    expect([replayed.statusCode, replayed.json().code]).toEqual([401, 'wrong_second_factor']);
    expect(replayed.json().message).not.toMatch(/expired|invalid|token|unauthori[sz]ed/i);
  }
  expect((await auditOf(server.db, 'session', user.id)).at(-1)).toMatchObject({
    action: 'sign_in_failed',
    after: { second_factor: 'wrong' },
  });
});

test('of two uses of the same code at the same time, one succeeds', async () => {
  const { user, secret, recoveryCodes } = await secured();
  for (const code of [codeOf(secret), recoveryCodes[0] ?? '']) {
    const challenge = await challengeFor(server, user.email);
    const answers = await Promise.all([1, 2, 3].map(() => sendCode(server, challenge, code)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
  }
  expect(await openSessions(user.id)).toBe(3);
});

test('a recovery code opens a session once, and only its owner’s', async () => {
  const { user, recoveryCodes } = await secured();
  const other = await secured();
  const code = (recoveryCodes[4] ?? '').toUpperCase().replaceAll('-', ' ');
  expect(
    (await sendCode(server, await challengeFor(server, other.user.email), code)).statusCode,
  ).toBe(401);
  for (const status of [200, 401]) {
    const challenge = await challengeFor(server, user.email);
    expect((await sendCode(server, challenge, code)).statusCode).toBe(status);
  }
  expect((await auditOf(server.db, 'session', user.id)).map(({ after }) => after)).toContainEqual({
    session_id: expect.any(String),
    second_factor: 'recovery_code',
  });
});

// Covers: threat-4
test('a challenge opens one session, even with two valid codes at the same time', async () => {
  const { user, secret, recoveryCodes } = await secured();
  const codes = [codeOf(secret), recoveryCodes[0] ?? '', recoveryCodes[1] ?? ''];
  const challenge = await challengeFor(server, user.email);
  const answers = await Promise.all(codes.map((code) => sendCode(server, challenge, code)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
  const late = await sendCode(server, challenge, recoveryCodes[2] ?? '');
  for (const refused of [late, ...answers.filter(({ statusCode }) => statusCode === 401)]) {
    expect(refused.json()).toMatchObject({
      code: 'challenge_over',
      message: 'The sign-in took too long. Please log in again.',
    });
  }
  expect(await openSessions(user.id)).toBe(2);
  const next = await challengeFor(server, user.email);
  expect((await sendCode(server, next, recoveryCodes[2] ?? '')).statusCode).toBe(200);
});

test('a foreign challenge, or one of an older password, is invalid', async () => {
  const { user, secret } = await secured();
  const boss = await signIn(server, 'superadmin');
  const challenge = await challengeFor(server, user.email);
  for (const wrong of ['nonsense', `${challenge.slice(0, -4)}AAAA`]) {
    const answer = await sendCode(server, wrong, codeOf(secret));
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'challenge_over']);
    expect(answer.json().message).not.toMatch(/expired|invalid|token|unauthori[sz]ed/i);
  }
  expect((await sendCode(server, challenge, '')).statusCode).toBe(400);

  const chosen = 'Brand-new-horse-8';
  const body = { phone_number: user.phone_number, new_password: chosen, confirm_password: chosen };
  await post(server, passwordReset.path, body, { cookie: boss.headers.cookie });
  expect((await sendCode(server, challenge, codeOf(secret))).json().code).toBe('challenge_over');
  const again = await attempt(server, user.email, chosen);
  expect(again.json().code).toBe('second_factor_required');
});

// Covers: asvs-6
test('guessing codes is slowed down for all addresses together, and the password step does not reset it', async () => {
  const { user, secret } = await secured();
  for (let n = 0; n < 5; n += 1) {
    const challenge = await challengeFor(server, user.email);
    expect((await sendCode(server, challenge, wrongCodeOf(secret))).statusCode).toBe(401);
  }
  const challenge = await challengeFor(server, user.email);
  await failedJustNow(server, 13);
  const slowed = await sendCode(server, challenge, codeOf(secret));
  expect(slowed.statusCode).toBe(429);
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
});

test('right passwords and codes do not count against their network', async () => {
  const { user, recoveryCodes } = await secured();
  const from = newAddress();
  const challenge = await challengeFor(server, user.email, from);
  expect((await sendCode(server, challenge, recoveryCodes[0] ?? '', from)).statusCode).toBe(200);
  const counted = await server.db.selectFrom('sign_in_failures').selectAll().execute();
  expect(counted.map(({ key }) => key)).toContain(`address:${from}`);
  expect(counted.every(({ failures }) => failures === 0)).toBe(true);
});

// Covers: threat-4
test('if a second factor is required, an admin without one can only set one up or log out', async () => {
  const strict = closeAfterTest(await startTestApp({ secondFactor: 'required' }));
  const agent = await signIn(strict, 'agent');
  expect(
    (await strict.app.inject({ url: '/api/v1/agent/tasks/', headers: agent.headers })).statusCode,
  ).toBe(200);

  const admin = await signIn(strict, 'superadmin');
  const get = (url: string) => strict.app.inject({ url, headers: admin.headers });
  expect((await attempt(strict, admin.user.email)).json().must_enrol).toBe(true);
  for (const url of ['/api/v1/applicants/', '/api/v1/users/', listSessions.path]) {
    const refused = await get(url);
    expect([url, refused.statusCode, refused.json().code]).toEqual([
      url,
      403,
      'second_factor_enrolment_required',
    ]);
    // The message must not contain these words, because the app would end the session.
    expect(refused.json().message).not.toMatch(/token|auth|login/i);
  }
  const byCookie = { cookie: admin.headers.cookie };
  expect((await post(strict, passwordReset.path, {}, byCookie)).json().code).toBe(
    'second_factor_enrolment_required',
  );
  const picture = await strict.app.inject({
    url: '/api/v1/media/photo/1/screen',
    headers: byCookie,
  });
  expect(picture.statusCode).toBe(403);
  expect((await get(readSecondFactor.path)).json()).toMatchObject({ is_required: true });

  const { secret } = await turnOn(strict, admin);
  expect((await get('/api/v1/applicants/')).statusCode).toBe(200);
  const challenge = (await attempt(strict, admin.user.email)).json().challenge;
  expect((await sendCode(strict, challenge, codeOf(secret))).json().must_enrol).toBeUndefined();
  expect(await isSignedIn(strict, admin)).toBe(true);
  expect((await post(strict, logout.path, {}, admin.headers)).statusCode).toBe(200);

  const another = await signIn(strict, 'admin');
  expect((await post(strict, logout.path, {}, another.headers)).statusCode).toBe(200);
});
