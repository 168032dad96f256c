import type { Page } from '@playwright/test';
import { insist } from './busy-server.ts';

export const demoPassword = 'Doorstep-demo-1';

export async function signInByCall(
  address: string,
  email: string,
): Promise<{ authorization: string }> {
  const answer = await insist(`Sign-in of ${email}`, () =>
    fetch(`${address}/api/v1/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email_or_mobile: email, password: demoPassword }),
    }),
  );
  const { tokens } = (await answer.json()) as { tokens: { access_token: string } };
  return { authorization: `Bearer ${tokens.access_token}` };
}

export async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Phone or email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, email);
  await page.waitForURL('**/home');
}

/** Stores the session as the app does, without the sign-in form. Returns the access token. */
export async function enter(page: Page, email: string): Promise<string> {
  const answer = await insist(`Sign-in of ${email}`, async () => {
    const sent = await page.request.post('/api/v1/auth/login/', {
      data: { email_or_mobile: email, password: demoPassword },
    });
    const { 'retry-after': wait = '1' } = sent.headers();
    return new Response(await sent.text(), {
      status: sent.status(),
      headers: { 'retry-after': wait },
    });
  });
  const { user, tokens } = (await answer.json()) as {
    user: object;
    tokens: { access_token: string };
  };
  await page.goto('/favicon.svg');
  await page.evaluate(
    (session) => localStorage.setItem('user', session),
    JSON.stringify({ ...user, tokens }),
  );
  return tokens.access_token;
}
