import { expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { ErrorPage } from './ErrorPage.tsx';

test('shows the error, and reloads the page on request', async () => {
  let navigation: string | undefined;
  const finished = new AbortController();
  onTestFinished(() => finished.abort());
  window.navigation.addEventListener(
    'navigate',
    (event) => {
      event.preventDefault();
      navigation = event.navigationType;
    },
    { once: true, signal: finished.signal },
  );
  const screen = await render(<ErrorPage error={new Error('Out of order.')} reset={() => {}} />);
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Out of order\./);
  await screen.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => navigation).toBe('reload');
});
