import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { networkOf } from '../../../http/access/network-of.ts';
import {
  attempt,
  failedJustNow,
  newAddress,
  startSignInServer,
  statusOf,
} from '../../../testing/auth-requests.ts';
import { changeRows } from '../../../testing/rows.ts';
import { addUser, password } from '../../../testing/test-app.ts';

const server = await startSignInServer();

const fail = async (times: number, email: string, more: object) => {
  for (let n = 0; n < times; n += 1) await attempt(server, email, 'wrong-1234', more);
};

/** Signs in once, so that the browser is known. Returns its cookie. */
const knownBrowser = async (email: string, from: string) => {
  const { cookies } = await attempt(server, email, password, { from });
  return `doorstep_device=${cookies.find(({ name }) => name === 'doorstep_device')?.value}`;
};

// Covers: threat-1
test('after five failures in a row each next one has to wait, longer each time, and only for that caller', async () => {
  const user = await addUser(server.db, 'admin');
  const from = newAddress();
  for (let n = 0; n < 5; n += 1) {
    expect(await statusOf(attempt(server, user.email, 'wrong-1234', { from }))).toBe(401);
  }
  await failedJustNow(server);
  const first = await attempt(server, user.email, password, { from });
  expect(first.statusCode).toBe(429);
  expect(first.headers['retry-after']).toMatch(/^[1-4]$/);

  const key = `user:${user.id}|${from}`;
  await changeRows(server.db, 'sign_in_failures', { key }, { failures: 13, last_at: sql`now()` });
  const later = await attempt(server, user.email, password, { from });
  expect(Number(later.headers['retry-after'])).toBeGreaterThan(200);
  expect(later.json()).toMatchObject({ success: false, code: 'too_many_attempts' });

  const elsewhere = attempt(server, user.email, password, { from: newAddress() });
  expect(await statusOf(elsewhere)).toBe(200);
});

// Covers: threat-3
test('failures of a neighbour at the same address do not lock out a browser that the account was used in', async () => {
  const user = await addUser(server.db, 'admin');
  const from = newAddress();
  const cookie = await knownBrowser(user.email, from);
  const signInStatus = (email: string, more = {}) =>
    statusOf(attempt(server, email, password, { from, ...more }));
  await fail(6, user.email, { from });
  await failedJustNow(server, 13);
  expect(await signInStatus(user.email)).toBe(429);
  expect(await signInStatus(user.email, { cookie })).toBe(200);

  await fail(5, user.email, { from, cookie });
  await failedJustNow(server, 13);
  expect(await signInStatus(user.email, { cookie })).toBe(429);

  const other = await addUser(server.db, 'admin');
  await fail(6, other.email, { from, cookie });
  await failedJustNow(server, 13);
  expect(await signInStatus(other.email, { cookie })).toBe(429);
});

// Covers: threat-2
test('guesses at one account from many addresses are slowed together, but not its known browser', async () => {
  const user = await addUser(server.db, 'admin');
  const cookie = await knownBrowser(user.email, newAddress());
  // An unknown account is delayed in the same way, so that callers can't find out which accounts exist.
  for (const name of [user.email, 'nobody-at-all@example.test']) {
    for (let n = 0; n < 3; n += 1) {
      const guess = attempt(server, name, 'wrong-1234', { from: newAddress() });
      expect(await statusOf(guess)).toBe(401);
    }
    await server.db
      .updateTable('sign_in_failures')
      .set((eb) => ({ failures: eb('failures', '+', 50), last_at: sql`now()` }))
      .where('key', 'like', '%|anywhere')
      .where('failures', '=', 3)
      .execute();
    const slowed = await attempt(server, name, password, { from: newAddress() });
    expect(slowed.statusCode).toBe(429);
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(5);
  }
  const known = attempt(server, user.email, password, { from: newAddress(), cookie });
  expect(await statusOf(known)).toBe(200);
});

// Covers: asvs-6
test('many guesses at the same time are counted one by one', async () => {
  const user = await addUser(server.db, 'admin');
  const from = newAddress();
  const guess = () => statusOf(attempt(server, user.email, 'wrong-1234', { from }));
  const statuses = await Promise.all(Array.from({ length: 12 }, guess));
  expect(statuses.sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
});

// Covers: threat-1
test('an address that tries one account after the other is slowed as a whole', async () => {
  const from = newAddress();
  await server.db
    .insertInto('sign_in_failures')
    .values({ key: `address:${from}`, failures: 53, last_at: new Date() })
    .execute();
  const answer = await attempt(server, 'nobody@example.test', 'wrong-1234', { from });
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(5);
});

test('a right password clears the account, failures fade, and rows of another day are deleted', async () => {
  const user = await addUser(server.db, 'admin');
  const from = newAddress();
  await fail(3, user.email, { from });
  await attempt(server, user.email, password, { from });
  const keys = () => server.db.selectFrom('sign_in_failures').select(['key', 'failures']).execute();
  expect((await keys()).toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([
    { key: `address:${from}`, failures: 3 },
    { key: `user:${user.id}|anywhere`, failures: 3 },
  ]);

  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await changeRows(server.db, 'sign_in_failures', {}, { last_at: ago(25) });
  const second = newAddress();
  await server.db
    .insertInto('sign_in_failures')
    .values({ key: `user:${user.id}|${second}`, failures: 15, last_at: ago(2) })
    .execute();
  await attempt(server, user.email, 'wrong-1234', { from: second });
  expect(await keys()).toEqual(
    expect.arrayContaining([
      { key: `user:${user.id}|${second}`, failures: 8 },
      { key: `address:${second}`, failures: 1 },
      { key: `user:${user.id}|anywhere`, failures: 1 },
    ]),
  );
  expect(await keys()).toHaveLength(3);
});

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
] as const)('%s is counted as %s', ([ip, network]) => {
  expect(networkOf(ip)).toBe(network);
});
