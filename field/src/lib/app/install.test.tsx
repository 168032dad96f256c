import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { useInstallState } from './install.ts';

const Shown = () => useInstallState();

// Tests the hook alone, because other hooks of a screen would also show the new state, but later.
test('shows an offer to install the app immediately, and that it has ended', async () => {
  const screen = await render(<Shown />);
  await expect.element(screen.getByText('unknown')).toBeVisible();
  window.dispatchEvent(new Event('beforeinstallprompt'));
  await expect.element(screen.getByText('offered')).toBeVisible();
  window.dispatchEvent(new Event('appinstalled'));
  await expect.element(screen.getByText('unknown')).toBeVisible();
});
