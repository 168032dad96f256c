import { expect, test } from 'vitest';
import { renderApp, superAdmin } from '../../testing/render-app.tsx';

// Covers: home-2, home-3
test('greets by name and offers the three quick actions', async () => {
  const { screen } = await renderApp('/home');
  const heading = screen.getByRole('heading', { level: 1 });
  await expect
    .element(heading)
    .toMatchTextContent(/^Good (morning|afternoon|evening), Nandini Kulkarni$/);
  await expect.element(screen.getByText('Welcome to Doorstep Admin Dashboard')).toBeVisible();
  const links = [
    ['Manage Applicants', '/applicants'],
    ['Verification Tasks', '/verification'],
    ['Portfolio Summary', '/portfolio-summary'],
  ] as const;
  for (const [name, path] of links) {
    const link = screen.getByRole('main').getByRole('link', { name });
    await expect.element(link).toHaveAttribute('href', path);
  }
});

// Covers: home-2
test('a user without a name is greeted as Admin', async () => {
  const { screen } = await renderApp('/home', { ...superAdmin, name: null });
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent(/, Admin$/);
});
