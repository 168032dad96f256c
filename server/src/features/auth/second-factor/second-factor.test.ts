import {
  confirmEnrolment,
  readSecondFactor,
  removeSecondFactor,
  startEnrolment,
  turnOffSecondFactor,
} from '@doorstep/contract/auth/second-factor';
import { beforeEach, expect, test } from 'vitest';
import { failedJustNow, isSignedIn, post } from '../../../testing/auth-requests.ts';
import { turnOn } from '../../../testing/second-factor.ts';
import {
  auditOf,
  password,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { codeOf, wrongCodeOf } from '../../../testing/totp-code.ts';

const server = await startSharedApp();
beforeEach(async () => {
  await server.db.deleteFrom('sign_in_failures').execute();
});

const factorOf = (userId: number) =>
  server.db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();

const standing = async ({ headers }: Visitor) =>
  (await server.app.inject({ url: readSecondFactor.path, headers })).json();

const remove = (by: Visitor, id: number | string) =>
  by.delete(removeSecondFactor.path.replace(':id', String(id)));

test('setting up asks for the password, then for a code, and is audited', async () => {
  const admin = await signIn(server, 'admin');
  const { headers, user } = admin;
  expect(await standing(admin)).toEqual({
    success: true,
    is_on: false,
    on_since: null,
    recovery_codes_left: 0,
    is_required: false,
  });
  const early = await post(server, confirmEnrolment.path, { code: '123456' }, headers);
  expect([early.statusCode, early.json().code]).toEqual([409, 'not_enrolling']);

  const wrong = await post(server, startEnrolment.path, { password: 'Wrong-horse-7' }, headers);
  expect([wrong.statusCode, wrong.json().errors]).toEqual([
    400,
    { password: ['This password is wrong.'] },
  ]);
  expect(await factorOf(user.id)).toBeUndefined();

  const begun = await post(server, startEnrolment.path, { password }, headers);
  const { secret, uri } = begun.json();
  expect(uri).toContain(`secret=${secret}`);
  const kept = await factorOf(user.id);
  expect(kept).toMatchObject({ confirmed_at: null, last_step: 0 });
  expect(kept?.encrypted_secret.includes(Buffer.from(secret))).toBe(false);

  for (const code of [wrongCodeOf(secret), codeOf(secret, 3), 'not a code']) {
    const refused = await post(server, confirmEnrolment.path, { code }, headers);
    expect([code, refused.statusCode]).toEqual([code, 400]);
    expect(Object.keys(refused.json().errors)).toEqual(['code']);
  }
  const typed = codeOf(secret).replace(/^(...)/, ' $1 ');
  const done = await post(server, confirmEnrolment.path, { code: typed }, headers);
  expect(done.statusCode).toBe(200);
  const codes = done.json().recovery_codes as string[];
  expect(codes).toHaveLength(10);
  expect((await factorOf(user.id))?.confirmed_at).not.toBeNull();
  const rows = await server.db.selectFrom('recovery_codes').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(codes[0]);
  expect(await auditOf(server.db, 'user', user.id)).toMatchObject([
    { action: 'second_factor_on', actor_id: user.id, before: null, after: null },
  ]);
  expect(await standing(admin)).toMatchObject({ is_on: true, recovery_codes_left: 10 });

  for (const [path, body] of [
    [startEnrolment.path, { password }],
    [confirmEnrolment.path, { code: codeOf(secret, 1) }],
  ] as const) {
    const again = await post(server, path, body, headers);
    expect([path, again.statusCode, again.json().code]).toEqual([path, 409, 'second_factor_on']);
  }
});

test('of two confirmations at the same time, one gets the recovery codes', async () => {
  const { headers, user } = await signIn(server, 'admin');
  const { secret } = (await post(server, startEnrolment.path, { password }, headers)).json();
  const body = { code: codeOf(secret) };
  const answers = await Promise.all([
    post(server, confirmEnrolment.path, body, headers),
    post(server, confirmEnrolment.path, body, headers),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await auditOf(server.db, 'user', user.id)).toHaveLength(1);
});

test('turning off needs the password and a code', async () => {
  const admin = await signIn(server, 'superadmin');
  const { secret, code, recoveryCodes } = await turnOn(server, admin);
  for (const [field, body] of [
    ['password', { password: 'Wrong-horse-7', code: codeOf(secret) }],
    ['code', { password, code: wrongCodeOf(secret) }],
    ['code', { password, code }],
    ['code', { password, code: '' }],
  ] as const) {
    const refused = await post(server, turnOffSecondFactor.path, body, admin.headers);
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]]);
  }
  expect(await standing(admin)).toMatchObject({ is_on: true });

  const body = { password, code: recoveryCodes[3] };
  const answer = await post(server, turnOffSecondFactor.path, body, admin.headers);
  expect(answer.json()).toEqual({ success: true, message: 'Two-step sign-in is off' });
  expect(await factorOf(admin.user.id)).toBeUndefined();
  expect(await standing(admin)).toMatchObject({ is_on: false, recovery_codes_left: 0 });
  expect(await auditOf(server.db, 'user', admin.user.id)).toMatchObject([
    { action: 'second_factor_on' },
    { action: 'second_factor_off', actor_id: admin.user.id },
  ]);
});

test('guessing the password or the code here is rate-limited too', async () => {
  const admin = await signIn(server, 'admin');
  const code = wrongCodeOf((await turnOn(server, admin)).secret);
  const guess = (body: object) => post(server, turnOffSecondFactor.path, body, admin.headers);
  for (let n = 0; n < 5; n += 1) await guess({ password, code });
  await failedJustNow(server, 13);
  const slowed = await guess({ password, code });
  expect(slowed.statusCode).toBe(429);
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
  await server.db.deleteFrom('sign_in_failures').execute();
  for (let n = 0; n < 5; n += 1) await guess({ password: 'Wrong-horse-7', code });
  await failedJustNow(server, 13);
  expect((await guess({ password, code })).statusCode).toBe(429);
});

test('a super admin removes a colleague’s second factor: 404, 403, 200, and the colleague is signed out', async () => {
  const [boss, admin] = [await signIn(server, 'superadmin'), await signIn(server, 'admin')];
  const { id } = admin.user;
  for (const unknown of [999_999, 'x', id]) {
    expect([unknown, (await remove(boss, unknown)).statusCode]).toEqual([unknown, 404]);
  }
  await turnOn(server, admin);
  await turnOn(server, boss);
  expect((await remove(admin, boss.user.id)).statusCode).toBe(403);
  expect((await remove(boss, boss.user.id)).statusCode).toBe(403);

  const detail = async () => (await boss.get(`users/${id}`)).json().user;
  expect(await detail()).toMatchObject({ has_second_factor: true });
  expect((await remove(boss, id)).json()).toEqual({
    success: true,
    message: 'Two-step sign-in removed',
  });
  expect(await detail()).toMatchObject({ has_second_factor: false });
  expect(await factorOf(id)).toBeUndefined();
  expect(await isSignedIn(server, admin)).toBe(false);
  expect((await auditOf(server.db, 'user', id)).at(-1)).toMatchObject({
    action: 'second_factor_removed',
    actor_id: boss.user.id,
    after: { sessions_ended: 1 },
  });
});
