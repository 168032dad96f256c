import { getBoard } from '@doorstep/contract/board';
import { answer, bareFailure } from '@doorstep/contract/testing/backend';
import { expect, test, vi } from 'vitest';
import { boardOf } from '../../testing/board.ts';
import { expectLinks } from '../../testing/page/expect-texts.ts';
import { renderApp, superAdmin } from '../../testing/render-app.tsx';

// Covers: home-2, home-3
test('greets by name and offers the three quick actions', async () => {
  const { screen } = await renderApp('/home');
  const heading = screen.getByRole('heading', { level: 1 });
  await expect
    .element(heading)
    .toMatchTextContent(/^Good (morning|afternoon|evening), Nandini Kulkarni$/);
  await expect.element(screen.getByText('Welcome to Doorstep Admin Dashboard')).toBeVisible();
  const main = screen.getByRole('main');
  for (const [name, path] of [
    ['Manage Applicants', '/applicants'],
    ['Verification Tasks', '/verification'],
    ['Portfolio Summary', '/portfolio-summary'],
  ] as const) {
    await expect.element(main.getByRole('link', { name })).toHaveAttribute('href', path);
  }
});

// Covers: home-2
test('greets a user without a name as Admin', async () => {
  const { screen } = await renderApp('/home', { ...superAdmin, name: null });
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent(/, Admin$/);
});

// Covers: home-4
test('links each number of open work to its list, outside the cards', async () => {
  answer(getBoard, boardOf({ unassigned: 1_055, out: 2_340, to_review: 12 }));
  const { screen } = await renderApp('/home');
  const work = screen.getByRole('region', { name: 'Open work' });
  await expectLinks(work, {
    '1,055 Unassigned': '/applicants?assigned=false',
    '2,340 With agents': '/applicants?status=assigned',
    '12 To review': '/review',
    'Open the board': '/board',
  });
  for (const { textContent } of screen.getByRole('heading', { level: 2 }).elements())
    expect(textContent).not.toMatch(/\d/);
});

// Covers: home-4
test('shows no numbers if the backend has no board', async () => {
  const asked = vi.fn(() => bareFailure(404));
  answer(getBoard, asked);
  const { screen } = await renderApp('/home');
  await expect.element(screen.getByText(/^Review what agents found/)).toBeVisible();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await expect.element(screen.getByText('Open work')).not.toBeInTheDocument();
});
