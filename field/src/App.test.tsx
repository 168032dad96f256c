import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from './App.tsx';
import { emptyPhone, phoneAtWork } from './testing/phone.ts';

beforeEach(emptyPhone);

test('a phone that nobody signed in on asks for the password', async () => {
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('behind the open lock the app opens on Today', async () => {
  await phoneAtWork();
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: /^Today/ })).toBeVisible();
});
