import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { database } from './lib/db/database.ts';
import { expectHeading, openApp } from './testing/open-app.tsx';
import { emptyPhone } from './testing/phone.ts';
import { endTroubles, endWaitsOf } from './testing/troubles.ts';

beforeEach(emptyPhone);

/**
 * Starts to delete the database. Until the returned function is called, another connection blocks the
 * deletion, so the database can't be opened.
 */
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
  onTestFinished(release);
  endWaitsOf(10_000);
  vi.spyOn(window, 'reportError').mockReturnValue();
  const late = await openApp();
  await expectHeading('Something went wrong');
  let opened: string | undefined;
  const finished = new AbortController();
  onTestFinished(() => finished.abort());
  navigation.addEventListener(
    'navigate',
    (event) => {
      event.preventDefault();
      opened = new URL(event.destination.url).pathname;
    },
    { once: true, signal: finished.signal },
  );
  await late.getByRole('button', { name: 'Open again' }).click();
  await expect.poll(() => opened).toBe('/field/');
  await late.unmount();
  endTroubles();
  release();
  await openApp();
  await expectHeading('Sign in');
});

// Covers: field-app-23
test('offers the message for a slow start while the database does not answer', async () => {
  const release = await holdDatabase();
  onTestFinished(release);
  const screen = await openApp();
  await expect.element(screen.getByText('Doorstep is opening')).toBeInTheDocument();
  release();
  await expectHeading('Sign in');
  await expect.element(screen.getByText('Doorstep is opening')).not.toBeInTheDocument();
});
