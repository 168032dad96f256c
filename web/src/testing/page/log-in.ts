import { admin, type renderApp } from '../render-app.tsx';

type Screen = Awaited<ReturnType<typeof renderApp>>['screen'];

const { tokens, ...record } = admin;
export const user = {
  ...{ ...record, id: 2, name: 'Arjun Mehta' },
  ...{ email: 'arjun@doorstep.test', phone_number: '9820011111' },
};

/** The answer to the sign-in of an admin. */
export const welcome = {
  ...{ success: true as const, message: 'Login successful', user },
  tokens: { access_token: 'access-1', refresh_token: 'refresh-1' },
};

export async function logIn(screen: Screen): Promise<void> {
  await screen.getByLabelText('Phone or email').fill(user.email);
  await screen.getByLabelText('Password', { exact: true }).fill('Doorstep-demo-1');
  await screen.getByRole('button', { name: 'Log in' }).click();
}

export async function logOut(screen: Screen): Promise<void> {
  await screen.getByRole('button', { name: /^Profile of/ }).click();
  await screen.getByRole('button', { name: 'Logout' }).click();
}
