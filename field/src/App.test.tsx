import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from './App.tsx';

test('the app opens on Today', async () => {
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
});
