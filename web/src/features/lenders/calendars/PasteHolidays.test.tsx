import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PasteHolidays } from './PasteHolidays.tsx';

const dayOf = (index: number) => ({
  day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  ...{ name: 'Off', hours: [] },
});

async function open(text = '', count = 0) {
  const days = Array.from({ length: count }, (_, index) => dayOf(index));
  const onType = vi.fn();
  const props = { text, days, onType, error: undefined, onAccept: () => {} };
  return { onType, screen: await render(<PasteHolidays {...props} />) };
}

// Covers: lenders-3
test.each([
  [1_000, false],
  [999, true],
])('a calendar with %i days takes one more: %s', async (count, isTaken) => {
  const { screen } = await open('1 Jan 2040 New Year', count);
  const notice = screen.getByText(/^A calendar has at most 1,000 days\./);
  await expect.element(notice).toHaveLength(isTaken ? 0 : 1);
  const add = screen.getByRole('button', { name: 'Add 1 day', disabled: !isTaken });
  await expect.element(add).toBeVisible();
});

// Covers: lenders-3
test('lists the first twenty wrong lines, and reads no list that is too long', async () => {
  const { screen } = await open('Holi\n'.repeat(21));
  await expect.element(screen.getByText('21 lines were not read')).toBeVisible();
  await expect.element(screen.getByText('And 1 more.')).toBeVisible();
  const long = await open('2026-11-08 Diwali'.padEnd(100_001));
  await expect.element(long.screen.getByText(/^The list is too long\./)).toBeVisible();
  await expect.element(long.screen.getByText('1 day read: 1 new')).not.toBeInTheDocument();
});

// Covers: lenders-3
test('loads a text file, and says which files it can’t read', async () => {
  const { screen, onType } = await open();
  const input = screen.getByLabelText('Load holidays from a file');
  const unreadable = screen.getByText(/^This file can’t be read\./);
  for (const text of ['PK\0', 'BEGIN:VCALENDAR']) {
    await userEvent.upload(input, new File([text], 'holidays.csv'));
    await expect.element(unreadable).toBeVisible();
  }
  await userEvent.upload(input, new File(['2026-11-08 Diwali'], 'holidays.csv'));
  await expect.poll(() => onType.mock.calls).toEqual([['2026-11-08 Diwali']]);
  await expect.element(unreadable).not.toBeInTheDocument();
});
