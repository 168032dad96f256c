import { answer } from '@doorstep/contract/testing/backend';
import { registerDevice, serverKey, taskChanges } from '@doorstep/contract/visits/phone';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { fetchTasks } from '../lib/tasks/fetch-tasks.ts';
import { anil, openPhone, removeVisits } from '../testing/day.ts';
import { endTroubles, simulateFullStore, simulateNetwork } from '../testing/troubles.ts';

beforeEach(() => openPhone());
afterEach(() => {
  endTroubles();
  history.replaceState(null, '', '/');
});

const openAt = (address: string) => {
  history.replaceState(null, '', `/field${address}`);
  return render(<App />);
};

function officeHasAnil(): void {
  answer(registerDevice, { success: true, message: '' });
  answer(serverKey, { recipient: 'age1new' });
  answer(taskChanges, { tasks: [anil()], gone: [], server_time: '2026-11-22T09:00:00.000Z' });
}

// Covers: field-app-18
test('stores tasks by deleting what can be fetched again', async () => {
  officeHasAnil();
  simulateFullStore('meta');
  const screen = await openAt('/');
  await fetchTasks();
  await expect.element(screen.getByRole('link', { name: /^Anil Sharma/ })).toBeVisible();
});

// Covers: field-app-18
test("says that new visits can't be saved, until they can", async () => {
  officeHasAnil();
  simulateFullStore('tasks');
  const screen = await openAt('/');
  await expect(fetchTasks()).rejects.toThrow('Full.');
  const alert = screen
    .getByRole('alert')
    .getByText('New visits can’t be saved: this phone is full');
  await expect.element(alert).toBeVisible();
  endTroubles();
  await fetchTasks();
  await expect.element(screen.getByRole('link', { name: /^Anil Sharma/ })).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

// Covers: field-app-18
test("says why a notice can't be closed", async () => {
  await removeVisits();
  simulateFullStore('meta');
  const screen = await openAt('/');
  await screen.getByRole('button', { name: 'Close' }).first().click();
  const alert = screen.getByRole('alert').getByText('Not saved: this phone is full');
  await expect.element(alert).toBeVisible();
  endTroubles();
  await screen.getByRole('button', { name: 'Close' }).first().click();
  await expect.element(alert).not.toBeInTheDocument();
});

// Covers: field-app-18
test("says why the Wi-Fi setting can't be saved, because mobile data costs the agent money", async () => {
  simulateNetwork('cellular');
  simulateFullStore('meta');
  const screen = await openAt('/me');
  await screen.getByRole('button', { name: /^Photos over Wi-Fi only/ }).click();
  const alert = screen.getByRole('alert').getByText('Not saved: this phone is full');
  await expect.element(alert).toBeVisible();
});
