import { login } from '@doorstep/contract/auth';
import { sql } from 'kysely';
import { beforeEach } from 'vitest';
import { changeRows } from './rows.ts';
import { password, startSharedApp, type TestApp, type Visitor } from './test-app.ts';

/** Starts a server that forgets failed sign-ins before each test. */
export async function startSignInServer(): Promise<TestApp> {
  const server = await startSharedApp();
  beforeEach(() => forgetFailures(server));
  return server;
}

export async function forgetFailures({ db }: TestApp): Promise<void> {
  await db.deleteFrom('sign_in_failures').execute();
}

type Answer = Awaited<ReturnType<typeof post>>;

export const statusOf = async (answer: Promise<Answer>) => (await answer).statusCode;

/** Returns the status and the code of a problem. */
export const problemOf = (answer: Answer) => [answer.statusCode, answer.json().code];

/** Returns the status of an answer and the names of the fields that it rejects. */
export const wrongFieldsOf = (answer: Answer) => [
  answer.statusCode,
  ...Object.keys(answer.json().errors ?? {}),
];

/** Returns the latest session of a user. */
export const sessionOf = ({ db }: TestApp, userId: number) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();

/** Sets `column` of a session to the time that is `interval` ago. */
export async function ageSession(
  { app, db }: TestApp,
  session: { id: string } | { user_id: number },
  column: 'last_used_at' | 'created_at',
  interval: string,
): Promise<void> {
  const moment = sql<string>`now() - ${interval}::interval`;
  await changeRows(db, 'sessions', session, { [column]: moment });
  app.forgetSessions();
}

export function post({ app }: TestApp, url: string, payload: object, headers = {}) {
  return app.inject({ method: 'POST', url, payload, headers });
}

export function attempt(
  { app }: TestApp,
  email_or_mobile: string,
  tried = password,
  { from = '127.0.0.1', cookie = '' } = {},
) {
  return app.inject({
    method: 'POST',
    url: login.path,
    payload: { email_or_mobile, password: tried },
    remoteAddress: from,
    headers: cookie ? { cookie } : {},
  });
}

/**
 * For each counter of at least five failed sign-ins, sets the last failure to now, so that the delay has not
 * ended yet on a slow machine. If `failures` is given, sets the number of failures too.
 */
export async function failedJustNow({ db }: TestApp, failures?: number): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set({ last_at: sql`now()`, ...(failures && { failures }) })
    .where('failures', '>=', 5)
    .execute();
}

let addresses = 0;

export function newAddress(): string {
  addresses += 1;
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}`;
}

export async function isTokenGood({ app }: TestApp, accessToken: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${accessToken}` };
  // With a valid token, the answer is 200, or 403 if the user may not call this address.
  const answer = await app.inject({ url: '/api/v1/users/', headers });
  return answer.statusCode !== 401;
}

export function isSignedIn(server: TestApp, { headers }: Visitor): Promise<boolean> {
  return isTokenGood(server, headers.authorization.replace('Bearer ', ''));
}
