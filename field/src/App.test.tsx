import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from './App.tsx';
import { database } from './lib/db/database.ts';
import { emptyPhone, phoneAtWork } from './testing/phone.ts';

beforeEach(emptyPhone);

test('asks for the password on a phone without an agent', async () => {
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('opens on Today when unlocked', async () => {
  await phoneAtWork();
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: /^Today/ })).toBeVisible();
});

/** Deletes the database, and blocks its creation until the returned function is called. */
async function holdDatabase(): Promise<() => void> {
  const own = await database();
  const { name } = own;
  const other = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('success', () => resolve(opening.result));
  });
  own.close();
  (own as unknown as EventTarget).dispatchEvent(new Event('close'));
  indexedDB.deleteDatabase(name);
  return () => other.close();
}

// Covers: field-app-4, field-app-23
test('shows an error when the database does not answer, and asks it again on reopening', async () => {
  const release = await holdDatabase();
  const { setTimeout } = window;
  const hurry = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((run: () => void, wait?: number) =>
      setTimeout(run, wait === 10_000 ? 0 : wait)) as typeof setTimeout);
  const report = vi.spyOn(window, 'reportError').mockImplementation(() => {});
  onTestFinished(() => {
    release();
    hurry.mockRestore();
    report.mockRestore();
  });
  const late = await render(<App />);
  await expect.element(late.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await late.unmount();
  hurry.mockRestore();
  release();
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

// Covers: field-app-23
test('offers the message for a slow start while the database does not answer', async () => {
  const release = await holdDatabase();
  onTestFinished(release);
  const screen = await render(<App />);
  await expect.element(screen.getByText('Doorstep is opening')).toBeInTheDocument();
  release();
  await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.element(screen.getByText('Doorstep is opening')).not.toBeInTheDocument();
});
