import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { connectForTest, createSharedDatabase } from '../testing/test-database.ts';
import { applicationRole } from './application-role.ts';
import { poolOf } from './connection.ts';
import { isUnavailable } from './database-errors.ts';
import { IsStandby, prepareConnection } from './prepare-connection.ts';

const database = await createSharedDatabase();

async function startLine() {
  const { host, port } = database.connection;
  let isSilent = false;
  const greetings: string[] = [];
  const open = new Set<Socket>();
  const line = createServer((client) => {
    const server = dial(join(host, `.s.PGSQL.${port}`));
    client.once('data', (bytes) => greetings.push(bytes.toString('latin1')));
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.on('data', (bytes) => isSilent || to.write(bytes));
      from.on('close', () => isSilent || to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  const { port: ownPort } = line.address() as AddressInfo;
  onTestFinished(() => {
    line.close();
    for (const socket of open) socket.destroy();
  });
  return {
    greetings,
    setSilent: (silent: boolean) => {
      isSilent = silent;
    },
    connection: { ...database.connection, host: '127.0.0.1', port: ownPort, max: 1 },
  };
}

const failure = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error: unknown) => error,
  );

// Covers: fault-60
test('a silent database is given up, also inside a transaction, and its connection is closed', async () => {
  const line = await startLine();
  const db = connectForTest(line.connection, { statementTimeout: 500 });
  const isAnswered = async () => (await failure(sql`select 1`.execute(db))) === undefined;
  await expect.poll(isAnswered).toBe(true);
  line.setSilent(true);
  const error = await failure(db.transaction().execute((trx) => sql`select 2`.execute(trx)));
  expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  expect(isUnavailable(error)).toBe(true);
  expect(poolOf(db).totalCount).toBe(0);
  line.setSilent(false);
  await expect.poll(isAnswered).toBe(true);
});

test('an idle connection may be silent', async () => {
  const line = await startLine();
  const db = connectForTest(line.connection, { statementTimeout: 2_000 });
  const pid = async () => (await sql`select pg_backend_pid() as pid`.execute(db)).rows;
  const before = await pid();
  // While another connection runs a statement, the connection of `db` is idle for longer than its statement
  // timeout. This idle connection must stay open.
  await sql`select pg_sleep(3.5)`.execute(connectForTest(database.connection));
  expect(await pid()).toEqual(before);
});

// Covers: fault-61
test('for PgBouncer, the first message contains only names, and the session is set up correctly', async () => {
  const line = await startLine();
  const role = { ...line.connection, role: applicationRole };
  const db = connectForTest(role, { statementTimeout: 1_234 });
  const { rows } =
    await sql`select current_user as user, current_setting('statement_timeout') as timeout,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
  expect(rows).toEqual([{ user: applicationRole, timeout: '1234ms', idle: '30s' }]);
  expect(line.greetings).toHaveLength(1);
  const names = line.greetings[0]
    ?.slice(8)
    .split('\0')
    .filter((_, at) => at % 2 === 0);
  expect(names?.filter(Boolean).sort()).toEqual([
    ...['application_name', 'client_encoding', 'database', 'user'],
  ]);
});

// Covers: fault-62
test('a standby is rejected, since its data may be old', async () => {
  const client = { query: async () => ({ rows: [{ standby: true }] }) } as unknown as pg.ClientBase;
  const error = await failure(prepareConnection(client, 100, undefined));
  expect(error).toBeInstanceOf(IsStandby);
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ...['08006', '53300', '57P01', '57P03', '57014', '40001', '40P01', '55P03'],
  ...['25006', '25P03', '58030'],
])('the error %s of the database is worth a retry', (code) => {
  expect(isUnavailable(Object.assign(new pg.DatabaseError('', 0, 'error'), { code }))).toBe(true);
});

test('other errors are not worth a retry', () => {
  const codes = ['23505', '42501', '57P04', '40002', '1 53300', undefined];
  const errors = codes.map((code) => Object.assign(new pg.DatabaseError('', 0, 'error'), { code }));
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
  for (const error of [...errors, missing, new Error('Not: Connection terminated'), 'text'])
    expect(isUnavailable(error)).toBe(false);
  const socket = Object.assign(new Error('no socket'), { code: 'ENOENT', syscall: 'connect' });
  for (const error of [socket, new Error('Connection terminated unexpectedly')])
    expect(isUnavailable(error)).toBe(true);
});

test.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['EAI_AGAIN', 'ENOTFOUND'],
])('an unreachable host (%s) is worth a retry', (code) => {
  expect(isUnavailable(Object.assign(new Error('away'), { code }))).toBe(true);
});
