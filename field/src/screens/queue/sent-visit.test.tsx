import { refresh } from '@doorstep/contract/auth';
import { answer, bareFailure, network, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { database } from '../../lib/db/database.ts';
import { queueVisit, summaryOf } from '../../testing/day.ts';
import { expectText, openApp, watchNextClick } from '../../testing/open-app.tsx';
import { aWeek, sentVisit } from '../../testing/sent-visit.ts';
import { showLanguage } from '../../words/language.ts';

// Covers: field-app-32
test('shows outcome and address in each row, before and after sending', async () => {
  await sentVisit();
  const place = { address: '4 Hill View', pinCode: '411021' };
  await queueVisit('', { summary: await summaryOf('Anil', { outcome: 'locked', ...place }) });
  const screen = await openApp('/queue');
  await expect.element(screen.getByText('Met someone · 12 Temple Road 411008')).toBeVisible();
  await expect.element(screen.getByText('Locked · 4 Hill View 411021')).toBeVisible();
});

// Covers: field-app-32
test('shows a received visit from the office, and stores nothing of it', async () => {
  const calls = await sentVisit();
  const screen = await openApp('/queue');
  const before = await contents();
  await screen.getByRole('link', { name: /^Deepak Nair/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Deepak Nair' })).toHaveFocus();
  for (const words of ['HEMA NAIR', 'Middle class', 'Sunita Kale', 'Family at home.', 'Positive'])
    await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Not taken: Street (Can’t be seen)')).toBeVisible();
  await expect.poll(() => document.querySelector('img')?.src).toMatch(/^blob:/);
  expect(calls).toEqual(['Bearer access-1 no-store', 'Bearer access-1 no-store']);
  await expect.poll(contents).toBe(before);
  await showLanguage('hi');
  for (const words of ['मिडिल क्लास', 'टीवी, फ़्रिज'])
    await expect.element(screen.getByText(words)).toBeVisible();
});

// Covers: field-app-32
test('shows only outcome and time until the office answers, and says why', async () => {
  await sentVisit();
  const failures = [noConnection(), bareFailure(500)];
  network.use(http.get('*/api/v1/agent/visits/:id/', () => failures.shift()));
  const screen = await openApp('/queue');
  const link = screen.getByRole('link', { name: /^Deepak Nair/ });
  await pressAndSee(link, screen.getByText('No network'));
  await expect.element(screen.getByText('Met someone')).toBeVisible();
  await expect.element(screen.getByText('Family at home.')).not.toBeInTheDocument();
  await pressAndSee('Try again', screen.getByText('Couldn’t open this. Try again.'));
  await pressAndSee('Try again', screen.getByText('Family at home.'));
  await pressAndSee('Back', link);
  failures.push(bareFailure(401));
  answer(refresh, bareFailure(401));
  await pressAndSee(link, screen.getByText('Sign in again to read this'));
  await pressAndSee('Sign in', screen.getByRole('heading', { name: 'Sign in again' }));
});

// Covers: field-app-33
test('shows the visits of seven days with what was sent back and why, and stores nothing', async () => {
  const modes = await aWeek();
  const screen = await openApp('/me');
  const week = screen.getByRole('link', { name: /^My week/ });
  await expect.element(week).toBeVisible();
  const before = await contents();
  await pressAndSee(week, screen.getByText('4 visits · 20 photos · 1 sent back'));
  await expectText('Only the newest visits are listed.');
  for (const words of ['Sending 2 of 6', 'Photo unclear', 'Held', 'Received', 'Moved away'])
    await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
  expect(modes).toEqual(['no-store']);
  await expect.poll(contents).toBe(before);
  const opens = screen.getByRole('link', { name: /^Sunita Patil/ });
  await expect.element(opens).toHaveAttribute('href', expect.stringMatching(/^\/field\/queue\/./));
  // With Ctrl, the browser opens the link in a new tab.
  const readPrevented = watchNextClick();
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await opens.click({ modifiers: ['Control'] });
  await expect.poll(() => readPrevented.mock.results).toMatchObject([{ value: false }]);
});

async function contents(): Promise<string> {
  const db = await database();
  return JSON.stringify(await Promise.all([...db.objectStoreNames].map((one) => db.getAll(one))));
}
