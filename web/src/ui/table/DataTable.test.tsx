import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { type Column, serialColumn } from './column.tsx';
import { DataTable } from './DataTable.tsx';

interface Person {
  id: number;
  name: string;
}

const columns: Column<Person>[] = [
  serialColumn(3, 10),
  { id: 'name', header: 'Name', cell: ({ name }) => name },
  {
    id: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: ({ name }) => <button type="button">{`View ${name}`}</button>,
  },
];
const base = {
  label: 'People',
  columns,
  rowKey: ({ id }: Person) => id,
  loadingText: 'Loading people...',
};
const people = [
  { id: 1, name: 'Asha' },
  { id: 2, name: 'Kabir' },
];

// Covers: tables-1
test('shows rows under headers, with numbers that continue over the pages', async () => {
  const screen = await render(<DataTable {...base} rows={people} />);
  const table = screen.getByRole('table', { name: 'People' });
  const texts = () =>
    table
      .getByRole('row')
      .elements()
      .map((row) => row.textContent);
  await expect.poll(texts).toEqual(['Sr. No.NameActions', '21AshaView Asha', '22KabirView Kabir']);
});

// Covers: tables-2
test('says that it is loading, and that it is empty', async () => {
  const screen = await render(<DataTable {...base} rows={undefined} />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading people...');
  await expect.element(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await screen.rerender(<DataTable {...base} rows={[]} />);
  await expect.element(screen.getByText('No data available')).toBeVisible();
});

test('opens a row on a click, but not on a click on its buttons', async () => {
  const onOpen = vi.fn();
  const screen = await render(<DataTable {...base} rows={people} onOpen={onOpen} />);
  await screen.getByRole('button', { name: 'View Asha' }).click();
  expect(onOpen).not.toHaveBeenCalled();
  await screen.getByRole('cell', { name: 'Kabir', exact: true }).click();
  expect(onOpen.mock.calls).toEqual([[people[1]]]);
  await expect.element(screen.getByRole('button', { name: 'View Kabir' })).toHaveFocus();
});

test('keeps an element for its row, and reuses all elements for the next page', async () => {
  const screen = await render(<DataTable {...base} rows={people} />);
  const button = (name: string) => screen.getByRole('button', { name }).element();
  const [asha, kabir] = [button('View Asha'), button('View Kabir')];

  const [, second] = people;
  const withNew = [{ id: 3, name: 'Meera' }, ...(second ? [second] : [])];
  await screen.rerender(<DataTable {...base} rows={withNew} />);
  await expect.element(screen.getByText('View Meera')).toBeVisible();
  expect(button('View Kabir')).toBe(kabir);
  expect(button('View Meera')).not.toBe(asha);

  const meera = button('View Meera');
  const turned = [
    { id: 4, name: 'Ravi' },
    { id: 5, name: 'Sara' },
    { id: 6, name: 'Tara' },
  ];
  await screen.rerender(<DataTable {...base} rows={turned} />);
  await expect.element(screen.getByText('View Tara')).toBeVisible();
  expect([button('View Ravi'), button('View Sara')]).toEqual([meera, kabir]);
  expect(button('View Ravi')).toBe(meera);
});
