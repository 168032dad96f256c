import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Pagination } from './Pagination.tsx';

test('says which rows are shown, and marks the current page', async () => {
  const screen = await render(
    <Pagination label="Applicants" page={12} pageSize={10} total={1234} onPage={() => {}} />,
  );
  await expect.element(screen.getByRole('status')).toHaveTextContent('111–120 of 1,234');
  const current = screen.getByRole('button', { name: 'Page 12', exact: true });
  await expect.element(current).toHaveAttribute('aria-current', 'page');
});

// Covers: tables-4
test('goes to a page, back and forward', async () => {
  const onPage = vi.fn();
  const screen = await render(
    <Pagination label="Applicants" page={3} pageSize={10} total={95} onPage={onPage} />,
  );
  await screen.getByRole('button', { name: 'Page 5', exact: true }).click();
  await screen.getByRole('button', { name: 'Previous page' }).click();
  await screen.getByRole('button', { name: 'Next page' }).click();
  expect(onPage.mock.calls).toEqual([[5], [2], [4]]);
});

// Covers: tables-4
test('does not go beyond the ends', async () => {
  const onPage = vi.fn();
  const screen = await render(
    <Pagination label="Applicants" page={1} pageSize={10} total={7} onPage={onPage} />,
  );
  await expect.element(screen.getByRole('status')).toHaveTextContent('1–7 of 7');
  for (const name of ['Previous page', 'Next page']) {
    const button = screen.getByRole('button', { name });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await button.click({ force: true });
  }
  expect(onPage).not.toHaveBeenCalled();
});

test('shows nothing for an empty list', async () => {
  const screen = await render(
    <Pagination label="Applicants" page={1} pageSize={10} total={0} onPage={() => {}} />,
  );
  expect(screen.container.textContent).toBe('');
});
