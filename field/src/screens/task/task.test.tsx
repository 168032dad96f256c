import { limits } from '@doorstep/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { announce } from '../../lib/db/announce.ts';
import { database, writeMeta } from '../../lib/db/database.ts';
import { anil, beginVisit, openPhone, queueVisit } from '../../testing/day.ts';
import { endTroubles, spaceIs } from '../../testing/troubles.ts';

afterEach(() => {
  endTroubles();
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

async function openTask() {
  history.replaceState(null, '', `/field/task/${anil().id}`);
  return render(<App />);
}

// Covers: field-app-20
test('an app that is too old begins no visit; one that is begun goes on', async () => {
  await openPhone([anil()]);
  await writeMeta('leastVersion', '99.0.0');
  const screen = await openTask();
  await expect.element(screen.getByRole('button', { name: 'Update now' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start visit' })).not.toBeInTheDocument();
  await beginVisit(anil());
  await expect.element(screen.getByRole('button', { name: 'Continue visit' })).toBeVisible();
});

test('storage that is not protected is named only while something is not sent', async () => {
  await openPhone([anil()]);
  spaceIs({ freeMb: 90, isPersisted: false });
  const screen = await openTask();
  await expect.element(screen.getByText(/^Little space on this phone/)).toBeVisible();
  const warning = screen.getByText(/^Storage is not protected/);
  await expect.element(warning).not.toBeInTheDocument();
  await queueVisit('Kiran Bhosale');
  await expect.element(warning).toBeVisible();
});

// Covers: field-app-18
test('a visit that a full phone can’t begin says so', async () => {
  await openPhone([anil()]);
  const screen = await openTask();
  vi.spyOn(globalThis, 'reportError').mockReturnValue();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  await screen.getByRole('button', { name: 'Start visit' }).click();
  await expect
    .element(screen.getByRole('alert').getByText('Not saved: this phone is full'))
    .toBeVisible();
  await expect.poll(async () => (await database()).count('drafts')).toBe(0);
});

test('a phone whose storage does not open says so instead of an empty screen', async () => {
  await openPhone([anil()]);
  vi.spyOn(globalThis, 'reportError').mockReturnValue();
  // React reports there what its error boundary caught.
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Newer.', 'VersionError');
  });
  const screen = await openTask();
  await expect.element(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
});

test('a task that leaves the phone while it is handed back leaves no empty screen', async () => {
  await openPhone([anil()]);
  history.replaceState(null, '', `/field/task/${anil().id}/give-back`);
  const screen = await render(<App />);
  await expect.element(screen.getByText('Anil Sharma')).toBeVisible();
  await (await database()).delete('tasks', anil().id);
  announce('tasks');
  await expect.element(screen.getByRole('button', { name: "To today's visits" })).toBeVisible();
});

test('a note to the office is no longer than the server takes', async () => {
  await openPhone([anil()]);
  history.replaceState(null, '', `/field/task/${anil().id}/give-back`);
  const screen = await render(<App />);
  await screen.getByText('Another reason').click();
  const note = screen.getByRole('textbox');
  await note.fill('x'.repeat(limits.noteLength));
  await note.click();
  await userEvent.keyboard('y');
  await expect.element(note).toHaveValue('x'.repeat(limits.noteLength));
});

// Covers: clock-2
test('says until when the task must be done, relative and exact', async () => {
  await openPhone([anil()]);
  const screen = await openTask();
  const due = screen.getByText(/^\d+ min left · \d\d:\d\d$/);
  await expect.element(screen.getByText('Must be done by')).toBeVisible();
  await expect.element(due).toBeVisible();
  history.replaceState(null, '', '/field/');
  const today = await render(<App />);
  await expect.element(today.getByText(/^\d+ min left · \d\d:\d\d$/)).toBeVisible();
});
