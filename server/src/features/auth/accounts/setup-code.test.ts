import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { firstSuperAdmin } from '@doorstep/contract/auth/setup';
import { expect, test } from 'vitest';
import { attempt, post } from '../../../testing/auth-requests.ts';
import {
  addUser,
  auditOf,
  closeAfterTest,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { ensureSetupCode } from './setup-code.ts';

const script = fileURLToPath(new URL('../../../cli/create-super-admin.ts', import.meta.url));
const password = 'Brand-new-horse-8';
const person = { name: 'Asha Rao', email: 'asha@example.test', phone: '9820012345', password };

async function issueCode({ db, config }: TestApp): Promise<string> {
  const command = await ensureSetupCode({ db, config });
  return command?.split('--code=')[1] ?? '';
}

const superAdmins = ({ db }: TestApp) =>
  db.selectFrom('users').select(['id', 'name']).where('is_superadmin', '=', true).execute();

async function run(code: string, address: string, lines: string[]) {
  const child = spawn(process.execPath, [script, '--server', address, `--code=${code}`]);
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const [out, error, [exit]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, error, exit };
}

test('the code is printed while no super admin can sign in', async () => {
  const open = closeAfterTest(await startTestApp({ port: 8123, demo: false }));
  await addUser(open.db, 'superadmin', { is_demo: true });
  await addUser(open.db, 'superadmin', { is_active: false });
  await addUser(open.db, 'admin');
  expect(await ensureSetupCode(open)).toMatch(
    /^npm run create-super-admin -- --server http:\/\/127\.0\.0\.1:8123 --code=[\w-]{24}$/,
  );
  await addUser(open.db, 'superadmin');
  expect(await ensureSetupCode(open)).toBeUndefined();
});

test('the code creates one super admin, and only the latest code is valid', async () => {
  const server = closeAfterTest(await startTestApp());
  const old = await issueCode(server);
  const code = await issueCode(server);
  for (const wrong of ['guess', old]) {
    const answer = await post(server, firstSuperAdmin.path, { ...person, code: wrong });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).not.toMatch(/token|auth|login/i);
  }
  for (const [body, status, errors] of [
    [{ code: 'guess' }, 403, undefined],
    [{ ...person, code: 'guess', name: '2345 6789 0124 '.repeat(60_000) }, 403, undefined],
    [{ ...person, name: '' }, 400, ['code']],
    [{ code, name: '' }, 400, ['name', 'email', 'phone', 'password']],
  ] as const) {
    const answer = await post(server, firstSuperAdmin.path, body);
    expect([answer.statusCode, answer.json().errors && Object.keys(answer.json().errors)]).toEqual([
      status,
      errors,
    ]);
  }
  const weak = await post(server, firstSuperAdmin.path, { ...person, code, password: 'password' });
  expect([weak.statusCode, Object.keys(weak.json().errors)]).toEqual([400, ['password']]);
  expect(await superAdmins(server)).toEqual([]);

  const twins = await Promise.all([
    post(server, firstSuperAdmin.path, { ...person, code }),
    post(server, firstSuperAdmin.path, {
      ...person,
      code,
      email: 'b@example.test',
      phone: '9820012346',
    }),
  ]);
  expect(twins.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403]);
  const [first, ...others] = await superAdmins(server);
  expect(others).toEqual([]);
  expect(await auditOf(server.db, 'user', first?.id ?? 0)).toMatchObject([
    { action: 'register', actor_id: null, after: { name: 'Asha Rao', is_superadmin: true } },
  ]);
});

test('the command asks, reports what the server rejects, and creates the super admin', async () => {
  const server = closeAfterTest(await startTestApp());
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const code = await issueCode(server);
  const { name, email, phone } = person;

  const differing = await run(code, address, [name, email, phone, password, 'another']);
  expect([differing.exit, differing.error]).toEqual([
    1,
    'The two passwords are different. Run the command again.\n',
  ]);
  const refused = await run(code, address, [name, 'no-email', '12', password, password]);
  expect(refused).toMatchObject({ exit: 1 });
  expect(refused.error).toBe('Email is invalid\nPhone number must be exactly 10 digits\n');
  const cut = await run(code, address, [name]);
  expect([cut.exit, cut.error]).toEqual([1, 'No answer was given. Run the command again.\n']);
  expect(await superAdmins(server)).toEqual([]);

  const made = await run(code, address, [name, email, phone, password, password]);
  expect(made).toMatchObject({ exit: 0, error: '' });
  expect(made.out).toContain('Asha Rao can sign in now.');
  expect((await attempt(server, email, password)).statusCode).toBe(200);
});
