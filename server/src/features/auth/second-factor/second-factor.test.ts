import {
  confirmEnrolment,
  readSecondFactor,
  removeSecondFactor,
  startEnrolment,
  turnOffSecondFactor,
} from '@doorstep/contract/auth/second-factor';
import { expect, test } from 'vitest';
import {
  failedJustNow,
  forgetFailures,
  isSignedIn,
  problemOf,
  startSignInServer,
  statusOf,
  wrongFieldsOf,
} from '../../../testing/auth-requests.ts';
import { readRows } from '../../../testing/rows.ts';
import { turnOn } from '../../../testing/second-factor.ts';
import { auditOf, password, signIn, type Visitor } from '../../../testing/test-app.ts';
import { codeOf, wrongCodeOf } from '../../../testing/totp-code.ts';

const server = await startSignInServer();

const factorOf = async (user_id: number) =>
  (await readRows(server.db, 'second_factors', { user_id }))[0];

const standing = async (visitor: Visitor) => (await visitor.get(readSecondFactor.path)).json();

const remove = (by: Visitor, id: number | string) =>
  by.delete(removeSecondFactor.path.replace(':id', String(id)));

test('setting up asks for the password, then for a code, and is audited', async () => {
  const admin = await signIn(server, 'admin');
  const { id } = admin.user;
  const start = (typed = password) => admin.post(startEnrolment.path, { password: typed });
  const confirm = (code: string) => admin.post(confirmEnrolment.path, { code });
  expect(await standing(admin)).toEqual({
    ...{ success: true, is_on: false, on_since: null },
    ...{ recovery_codes_left: 0, is_required: false },
  });
  expect(problemOf(await confirm('123456'))).toEqual([409, 'not_enrolling']);
  const wrong = await start('Wrong-horse-7');
  expect(wrong.json().errors).toEqual({ password: ['This password is wrong.'] });
  expect(await factorOf(id)).toBeUndefined();

  const { secret, uri } = (await start()).json();
  expect(uri).toContain(`secret=${secret}`);
  const kept = await factorOf(id);
  expect(kept).toMatchObject({ confirmed_at: null, last_step: 0 });
  expect(kept?.encrypted_secret.includes(Buffer.from(secret))).toBe(false);

  for (const code of [wrongCodeOf(secret), codeOf(secret, 3), 'not a code']) {
    expect(wrongFieldsOf(await confirm(code)), code).toEqual([400, 'code']);
  }
  const done = await confirm(codeOf(secret).replace(/^(...)/, ' $1 '));
  expect(done.statusCode).toBe(200);
  const codes = done.json().recovery_codes as string[];
  expect(codes).toHaveLength(10);
  expect((await factorOf(id))?.confirmed_at).not.toBeNull();
  const rows = await readRows(server.db, 'recovery_codes', {});
  expect(JSON.stringify(rows)).not.toContain(codes[0]);
  expect(await auditOf(server.db, 'user', id)).toMatchObject([
    { action: 'second_factor_on', actor_id: id, before: null, after: null },
  ]);
  expect(await standing(admin)).toMatchObject({ is_on: true, recovery_codes_left: 10 });
  expect(problemOf(await start())).toEqual([409, 'second_factor_on']);
  expect(problemOf(await confirm(codeOf(secret, 1)))).toEqual([409, 'second_factor_on']);
});

test('of two confirmations at the same time, one gets the recovery codes', async () => {
  const { post, user } = await signIn(server, 'admin');
  const { secret } = (await post(startEnrolment.path, { password })).json();
  const body = { code: codeOf(secret) };
  const confirm = () => statusOf(post(confirmEnrolment.path, body));
  expect((await Promise.all([confirm(), confirm()])).sort()).toEqual([200, 409]);
  expect(await auditOf(server.db, 'user', user.id)).toHaveLength(1);
});

test('turning off needs the password and a code', async () => {
  const admin = await signIn(server, 'superadmin');
  const { secret, code, recoveryCodes } = await turnOn(server, admin);
  const turnOff = (body: object) => admin.post(turnOffSecondFactor.path, { password, ...body });
  const guess = { password: 'Wrong-horse-7', code: codeOf(secret) };
  expect(wrongFieldsOf(await turnOff(guess))).toEqual([400, 'password']);
  for (const refused of [wrongCodeOf(secret), code, '']) {
    expect(wrongFieldsOf(await turnOff({ code: refused }))).toEqual([400, 'code']);
  }
  expect(await standing(admin)).toMatchObject({ is_on: true });

  const answer = await turnOff({ code: recoveryCodes[3] });
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
  for (const typed of [password, 'Wrong-horse-7']) {
    await forgetFailures(server);
    const guess = (by: string) => admin.post(turnOffSecondFactor.path, { password: by, code });
    for (let n = 0; n < 5; n += 1) await guess(typed);
    await failedJustNow(server, 13);
    const slowed = await guess(password);
    expect(slowed.statusCode).toBe(429);
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0);
  }
});

test('a super admin removes a colleague’s second factor, and the colleague is signed out', async () => {
  const [boss, admin] = [await signIn(server, 'superadmin'), await signIn(server, 'admin')];
  const { id } = admin.user;
  for (const unknown of ['x', id]) {
    expect(await statusOf(remove(boss, unknown))).toBe(404);
  }
  await turnOn(server, admin);
  await turnOn(server, boss);
  expect(await statusOf(remove(admin, boss.user.id))).toBe(403);
  expect(await statusOf(remove(boss, boss.user.id))).toBe(403);

  const detail = async () => (await boss.get(`users/${id}`)).json().user;
  expect(await detail()).toMatchObject({ has_second_factor: true });
  const removed = await remove(boss, id);
  expect(removed.json()).toEqual({ success: true, message: 'Two-step sign-in removed' });
  expect(await detail()).toMatchObject({ has_second_factor: false });
  expect(await factorOf(id)).toBeUndefined();
  expect(await isSignedIn(server, admin)).toBe(false);
  expect((await auditOf(server.db, 'user', id)).at(-1)).toMatchObject({
    ...{ action: 'second_factor_removed', actor_id: boss.user.id },
    after: { sessions_ended: 1 },
  });
});
