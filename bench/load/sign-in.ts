import { setTimeout as sleep } from 'node:timers/promises';

export async function signIn(
  address: string,
  email_or_mobile: string,
  password: string,
): Promise<{ user: { id: number; name: string }; accessToken: string }> {
  const answer = await fetch(`${address}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email_or_mobile, password }),
  });
  const wait = Number(answer.headers.get('retry-after'));
  // Too many sign-ins at the same time get 429 and a time to wait.
  if (answer.status === 429 && wait > 0) {
    await sleep(wait * 1000);
    return signIn(address, email_or_mobile, password);
  }
  if (!answer.ok) throw new Error(`Sign-in failed: ${await answer.text()}`);
  const { user, tokens } = (await answer.json()) as {
    user: { id: number; name: string };
    tokens: { access_token: string };
  };
  return { user, accessToken: tokens.access_token };
}
