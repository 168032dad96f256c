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
test('each number of waiting work leads to exactly that work, and none stands on a card', async () => {
  answer(reviewQueue, { waiting: 12, mine: 0, incomplete: 0 });
  answer(listApplicants, ({ query }) => {
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
  const { screen } = await renderApp('/home');
  const waiting = screen.getByRole('region', { name: 'Waiting now' });
  for (const [name, address] of [
    ['1,055 unassigned', '/applicants?assigned=false'],
    ['2,340 to be visited', '/applicants?status=assigned'],
    ['12 to review', '/review'],
  ] as const) {
    await expect
      .element(waiting.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', address);
  }
  const cards = screen.getByRole('main').getByRole('listitem').elements();
  expect(cards).toHaveLength(3);
  for (const card of cards) expect(card.textContent).not.toMatch(/\d/);
});

// Covers: home-4
test('a backend without a review desk is asked for no numbers', async () => {
  let asked = 0;
  answer(reviewQueue, () => bareFailure(404));
  answer(listApplicants, () => {
    asked += 1;
    return { results: [], count: 0, next: null, previous: null };
  });
  const { screen } = await renderApp('/home');
  await expect.element(screen.getByText(/^Review what agents found/)).toBeVisible();
  await expect.element(screen.getByText('Waiting now')).not.toBeInTheDocument();
  expect(asked).toBe(0);
});
