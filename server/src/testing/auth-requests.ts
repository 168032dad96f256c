import { login } from '@doorstep/contract/auth';
import { sql } from 'kysely';
import { password, type TestApp, type Visitor } from './test-app.ts';

export function post({ app }: TestApp, url: string, payload: object, headers = {}) {
  return app.inject({ method: 'POST', url, payload, headers });
}

/** Tries to sign in, by default with {@link password}. */
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

/** Restarts the wait after the last failures, which may be over on a slow machine, or sets their number. */
export async function failedJustNow({ db }: TestApp, failures?: number): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set({ last_at: sql`now()`, ...(failures && { failures }) })
    .where('failures', '>=', 5)
    .execute();
}

let addresses = 0;

/** Returns an address without failures. */
export function newAddress(): string {
  addresses += 1;
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}`;
}

/** Returns whether an access token is still valid. */
export async function isTokenGood({ app }: TestApp, accessToken: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${accessToken}` };
  // Every signed-in user may call this address; the answer does not matter.
  const answer = await app.inject({ url: '/api/v1/users/', headers });
  return answer.statusCode !== 401;
}

/** Returns whether a visitor's session is still open. */
export function isSignedIn(server: TestApp, { headers }: Visitor): Promise<boolean> {
  return isTokenGood(server, headers.authorization.replace('Bearer ', ''));
}
