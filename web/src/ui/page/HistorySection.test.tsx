import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { HistorySection } from './HistorySection.tsx';

const events = Array.from({ length: 7 }, (_, index) => ({
  id: index,
  when: 'Mar 5, 2026, 10:30 AM',
  who: index === 0 ? undefined : 'Arjun Mehta',
  what: `Event ${index}`,
}));

test('shows the latest five, and all of them on request', async () => {
  const screen = await render(<HistorySection events={events} />);
  const list = screen.getByRole('list', { name: 'History' });
  const count = () => list.getByRole('listitem').elements().length;
  expect(count()).toBe(5);
  await expect.element(list.getByText('Automatically')).toBeVisible();
  await screen.getByRole('button', { name: 'Show all 7' }).click();
  expect(count()).toBe(7);
  await screen.getByRole('button', { name: 'Show latest' }).click();
  expect(count()).toBe(5);
});
