import { listApplicants } from '@doorstep/contract/applicants';
import { reviewQueue } from '@doorstep/contract/review';
import { answer, bareFailure } from '@doorstep/contract/testing/backend';
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

// Covers: home-4
test('the cards say what waits; a backend that does not count it is asked for nothing more', async () => {
  let asked = 0;
  answer(reviewQueue, () => bareFailure(404));
  answer(listApplicants, ({ query }) => {
    asked += 1;
    const { page_size, ...filter } = query;
    expect(page_size).toBe('1');
    const count = { '{"assigned":"false"}': 1055, '{"status":"assigned"}': 2340 };
    return {
      results: [],
      count: count[JSON.stringify(filter) as keyof typeof count],
      next: null,
      previous: null,
    };
  });
  const without = await renderApp('/home');
  await expect.element(without.screen.getByText(/^Review what agents found/)).toBeVisible();
  await expect.element(without.screen.getByText(/to review$/)).not.toBeInTheDocument();
  await without.screen.unmount();
  expect(asked).toBe(0);

  answer(reviewQueue, { waiting: 12, mine: 0, incomplete: 0 });
  const { screen } = await renderApp('/home');
  await expect.element(screen.getByText('12 to review')).toBeVisible();
  await expect.element(screen.getByText('1,055 unassigned')).toBeVisible();
  await expect.element(screen.getByText('2,340 to be visited')).toBeVisible();
});
