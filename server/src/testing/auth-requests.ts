import { login } from '@doorstep/contract/auth';
import { sql } from 'kysely';
import { password, type TestApp, type Visitor } from './test-app.ts';

export function post({ app }: TestApp, url: string, payload: object, headers = {}) {
  return app.inject({ method: 'POST', url, payload, headers });
}

/** Tries to sign in, with {@link password} unless another is given. */
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

/** Lets the wait after five failures begin now, or be as long as after `failures`: a slow machine may have sat it out. */
export async function failedJustNow({ db }: TestApp, failures?: number): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set({ last_at: sql`now()`, ...(failures && { failures }) })
    .where('failures', '>=', 5)
    .execute();
}

let addresses = 0;

/** An address that nobody failed from yet. */
export function newAddress(): string {
  addresses += 1;
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}`;
}

/** Whether an access token still opens anything. */
export async function isTokenGood({ app }: TestApp, accessToken: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${accessToken}` };
  // Every signed-in user may ask for this address; what the answer is does not matter here.
  const answer = await app.inject({ url: '/api/v1/users/', headers });
  return answer.statusCode !== 401;
}

/** Whether a visitor's session is still open. */
export function isSignedIn(server: TestApp, { headers }: Visitor): Promise<boolean> {
  return isTokenGood(server, headers.authorization.replace('Bearer ', ''));
}
