import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from './App.tsx';
import { database } from './lib/db/database.ts';
import { emptyPhone, phoneAtWork } from './testing/phone.ts';

beforeEach(emptyPhone);

test('a phone that nobody signed in on asks for the password', async () => {
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('behind the open lock the app opens on Today', async () => {
  await phoneAtWork();
  const screen = await render(<App />);
  await expect.element(screen.getByRole('heading', { name: /^Today/ })).toBeVisible();
});

/** From now on the database opens only once the returned function was called: it is then deleted, and made anew. */
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
test('a database that does not answer is said instead of nothing; opened again it is asked anew', async () => {
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
test('while the database does not answer, the words for a late start are there', async () => {
  const release = await holdDatabase();
  onTestFinished(release);
  const screen = await render(<App />);
  await expect.element(screen.getByText('Doorstep is opening')).toBeInTheDocument();
  release();
  await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.element(screen.getByText('Doorstep is opening')).not.toBeInTheDocument();
});
