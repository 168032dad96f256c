import { beforeEach, expect, test } from 'vitest';
import { fetchTasks } from '../lib/tasks/fetch-tasks.ts';
import { anil, openPhone, removeVisits } from '../testing/day.ts';
import { officeHas } from '../testing/office.ts';
import { expectFull, openApp } from '../testing/open-app.tsx';
import { endTroubles, simulateFullStore, simulateNetwork } from '../testing/troubles.ts';

beforeEach(() => openPhone());

// Covers: field-app-18
test('stores tasks by deleting what can be fetched again', async () => {
  officeHas([anil()]);
  simulateFullStore('meta');
  const screen = await openApp();
  await fetchTasks();
  await expect.element(screen.getByRole('link', { name: /^Anil Sharma/ })).toBeVisible();
});

// Covers: field-app-18
test("says that new visits can't be saved, until they can", async () => {
  officeHas([anil()]);
  simulateFullStore('tasks');
  const screen = await openApp();
  await expect(fetchTasks()).rejects.toThrow('Full.');
  const words = 'New visits can’t be saved: this phone is full';
  const alert = screen.getByRole('alert').getByText(words);
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
  const screen = await openApp();
  await screen.getByRole('button', { name: 'Close' }).first().click();
  const alert = await expectFull();
  endTroubles();
  await screen.getByRole('button', { name: 'Close' }).first().click();
  await expect.element(alert).not.toBeInTheDocument();
});

// Covers: field-app-18
test("says why the Wi-Fi setting can't be saved, because mobile data costs the agent money", async () => {
  simulateNetwork('cellular');
  simulateFullStore('meta');
  const screen = await openApp('/me');
  await screen.getByRole('button', { name: /^Photos over Wi-Fi only/ }).click();
  await expectFull();
});
