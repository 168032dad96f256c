import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { firstSuperAdmin } from '@doorstep/contract/auth/setup';
import { expect, test } from 'vitest';
import { attempt, post, statusOf, wrongFieldsOf } from '../../../testing/auth-requests.ts';
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

async function run(code: string, address: string, lines: readonly string[]) {
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
  for (const [host, address] of [
    ['::1', '[::1]'],
    ['0.0.0.0', '127.0.0.1'],
    ['office.test', 'office.test'],
  ] as const) {
    const config = { ...open.config, host };
    expect(await ensureSetupCode({ ...open, config })).toContain(
      ` --server http://${address}:8123 `,
    );
  }
  await addUser(open.db, 'superadmin');
  expect(await ensureSetupCode(open)).toBeUndefined();
});

test('the code creates one super admin, and only the latest code is valid', async () => {
  const server = closeAfterTest(await startTestApp());
  const old = await issueCode(server);
  const code = await issueCode(server);
  const create = (body: object) => post(server, firstSuperAdmin.path, body);
  for (const wrong of ['guess', old]) {
    const answer = await create({ ...person, code: wrong });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).not.toMatch(/token|auth|login/i);
  }
  const long = '2345 6789 0124 '.repeat(60_000);
  for (const [body, ...expected] of [
    [{ code: 'guess' }, 403],
    [{ ...person, code: 'guess', name: long }, 403],
    [{ ...person, name: '' }, 400, 'code'],
    [{ code, name: '' }, 400, 'name', 'email', 'phone', 'password'],
    [{ ...person, code, password: 'password' }, 400, 'password'],
  ]) {
    expect(wrongFieldsOf(await create(body as object))).toEqual(expected);
  }
  expect(await superAdmins(server)).toEqual([]);

  const twin = { email: 'b@example.test', phone: '9820012346' };
  const twins = [
    { ...person, code },
    { ...person, code, ...twin },
  ].map((one) => statusOf(create(one)));
  expect((await Promise.all(twins)).sort()).toEqual([201, 403]);
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

  for (const [lines, error] of [
    [
      [name, email, phone, password, 'another'],
      'The two passwords are different. Run the command again.',
    ],
    [
      [name, 'no-email', '12', password, password],
      'Email is invalid\nPhone number must be exactly 10 digits',
    ],
    [[name], 'No answer was given. Run the command again.'],
  ] as const) {
    expect(await run(code, address, lines)).toMatchObject({ exit: 1, error: `${error}\n` });
  }
  expect(await superAdmins(server)).toEqual([]);

  const made = await run(code, address, [name, email, phone, password, password]);
  expect(made).toMatchObject({ exit: 0, error: '' });
  expect(made.out).toContain('Asha Rao can sign in now.');
  expect(await statusOf(attempt(server, email, password))).toBe(200);
});
