import { logout, passwordReset } from '@doorstep/contract/auth';
import { confirmSignIn, readSecondFactor } from '@doorstep/contract/auth/second-factor';
import { listSessions } from '@doorstep/contract/auth/sessions';
import { expect, test } from 'vitest';
import {
  attempt,
  failedJustNow,
  isSignedIn,
  newAddress,
  post,
  problemOf,
  startSignInServer,
  statusOf,
} from '../../../testing/auth-requests.ts';
import { readRows } from '../../../testing/rows.ts';
import { challengeFor, sendCode, turnOn } from '../../../testing/second-factor.ts';
import { auditOf, closeAfterTest, signIn, startTestApp } from '../../../testing/test-app.ts';
import { codeOf, wrongCodeOf } from '../../../testing/totp-code.ts';

const server = await startSignInServer();

async function secured() {
  const admin = await signIn(server, 'admin');
  return { ...admin, ...(await turnOn(server, admin)) };
}

const openSessions = async (user_id: number) =>
  (await readRows(server.db, 'sessions', { user_id, ended_at: null })).length;

// Covers: threat-4
test('the right password alone opens nothing; password and code open a session', async () => {
  const { user, secret } = await secured();
  const first = await attempt(server, user.email);
  expect(first.statusCode).toBe(401);
  expect(first.cookies).toEqual([]);
  const { challenge, ...body } = first.json();
  const message = 'Enter the code that your phone shows.';
  expect(body).toEqual({
    ...{ success: false, message, detail: message },
    ...{ code: 'second_factor_required', request_id: expect.any(String) },
  });
  expect(await openSessions(user.id)).toBe(1);
  const authorization = `Bearer ${challenge}`;
  expect(await statusOf(post(server, logout.path, {}, { authorization }))).toBe(401);

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
    ...{ action: 'sign_in', actor_id: user.id },
    after: { session_id: expect.any(String), second_factor: 'code' },
  });
});

// Covers: threat-4
test('a code works once for any caller, and so does every code before it', async () => {
  const { user, secret, code: used } = await secured();
  const challenge = await challengeFor(server, user.email);
  const another = await challengeFor(server, user.email);
  expect(await statusOf(sendCode(server, challenge, used))).toBe(401);
  const [now, next] = [codeOf(secret), codeOf(secret, 1)];
  expect(await statusOf(sendCode(server, challenge, next))).toBe(200);
  for (const code of [next, now]) {
    const replayed = await sendCode(server, another, code);
    expect(problemOf(replayed)).toEqual([401, 'wrong_second_factor']);
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
    const uses = [1, 2, 3].map(() => statusOf(sendCode(server, challenge, code)));
    expect((await Promise.all(uses)).sort()).toEqual([200, 401, 401]);
  }
  expect(await openSessions(user.id)).toBe(3);
});

test('a recovery code opens a session once, and only its owner’s', async () => {
  const { user, recoveryCodes } = await secured();
  const other = await secured();
  const code = (recoveryCodes[4] ?? '').toUpperCase().replaceAll('-', ' ');
  for (const [email, status] of [
    [other.user.email, 401],
    [user.email, 200],
    [user.email, 401],
  ] as const) {
    const challenge = await challengeFor(server, email);
    expect(await statusOf(sendCode(server, challenge, code))).toBe(status);
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
  expect(await statusOf(sendCode(server, next, recoveryCodes[2] ?? ''))).toBe(200);
});

test('a foreign challenge, or one of an older password, is invalid', async () => {
  const { user, secret } = await secured();
  const boss = await signIn(server, 'superadmin');
  const challenge = await challengeFor(server, user.email);
  for (const wrong of ['nonsense', `${challenge.slice(0, -4)}AAAA`]) {
    const answer = await sendCode(server, wrong, codeOf(secret));
    expect(problemOf(answer)).toEqual([401, 'challenge_over']);
    expect(answer.json().message).not.toMatch(/expired|invalid|token|unauthori[sz]ed/i);
  }
  expect(await statusOf(sendCode(server, challenge, ''))).toBe(400);

  const chosen = 'Brand-new-horse-8';
  const body = { phone_number: user.phone_number, new_password: chosen, confirm_password: chosen };
  await post(server, passwordReset.path, body, { cookie: boss.headers.cookie });
  expect((await sendCode(server, challenge, codeOf(secret))).json().code).toBe('challenge_over');
  const again = await attempt(server, user.email, chosen);
  expect(again.json().code).toBe('second_factor_required');
});

// Covers: asvs-6
test('guessing codes is slowed down for all addresses together, and the password step does not reset it', async () => {
  const { user, secret, headers } = await secured();
  for (let n = 0; n < 5; n += 1) {
    const challenge = await challengeFor(server, user.email);
    expect(await statusOf(sendCode(server, challenge, wrongCodeOf(secret)))).toBe(401);
  }
  const challenge = await challengeFor(server, user.email);
  await failedJustNow(server, 13);
  const slowed = await sendCode(server, challenge, codeOf(secret));
  expect(slowed.statusCode).toBe(429);
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
  // The owner is not locked out, because the failures of other devices don't count on a known device.
  const owner = { challenge, code: codeOf(secret) };
  const { cookie } = headers;
  expect(await statusOf(post(server, confirmSignIn.path, owner, { cookie }))).toBe(200);
});

test('right passwords and codes do not count against their network', async () => {
  const { user, recoveryCodes } = await secured();
  const from = newAddress();
  const challenge = await challengeFor(server, user.email, from);
  expect(await statusOf(sendCode(server, challenge, recoveryCodes[0] ?? '', from))).toBe(200);
  const counted = await readRows(server.db, 'sign_in_failures', {});
  expect(counted.map(({ key }) => key)).toContain(`address:${from}`);
  expect(counted.every(({ failures }) => failures === 0)).toBe(true);
});

// Covers: threat-4
test('if a second factor is required, an admin without one can only set one up or log out', async () => {
  const strict = closeAfterTest(await startTestApp({ secondFactor: 'required' }));
  expect(await statusOf((await signIn(strict, 'agent')).get('agent/tasks/'))).toBe(200);

  const admin = await signIn(strict, 'superadmin');
  const needsFactor = [403, 'second_factor_enrolment_required'];
  expect((await attempt(strict, admin.user.email)).json().must_enrol).toBe(true);
  for (const url of ['/api/v1/applicants/', '/api/v1/users/', listSessions.path]) {
    const refused = await admin.get(url);
    expect(problemOf(refused), url).toEqual(needsFactor);
    // The message must not contain these words, because they would make the app end the session.
    expect(refused.json().message).not.toMatch(/token|auth|login/i);
  }
  const byCookie = { cookie: admin.headers.cookie };
  expect(problemOf(await post(strict, passwordReset.path, {}, byCookie))).toEqual(needsFactor);
  const picture = { url: '/api/v1/media/photo/1/screen', headers: byCookie };
  expect(await statusOf(strict.app.inject(picture))).toBe(403);
  expect((await admin.get(readSecondFactor.path)).json()).toMatchObject({ is_required: true });

  const { secret } = await turnOn(strict, admin);
  expect(await statusOf(admin.get('applicants/'))).toBe(200);
  const { challenge } = (await attempt(strict, admin.user.email)).json();
  expect((await sendCode(strict, challenge, codeOf(secret))).json().must_enrol).toBeUndefined();
  expect(await isSignedIn(strict, admin)).toBe(true);
  expect(await statusOf(admin.post(logout.path, {}))).toBe(200);

  const another = await signIn(strict, 'admin');
  expect(await statusOf(another.post(logout.path, {}))).toBe(200);
});
