import { network, noConnection } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { http } from 'msw';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { database } from '../../lib/db/database.ts';
import { encrypt } from '../../lib/db/encrypted.ts';
import { openKey } from '../../lib/lock/lock.ts';
import { queueVisit } from '../../testing/day.ts';
import { sentVisit } from '../../testing/sent-visit.ts';
import { chooseLanguage } from '../../words/language.ts';

afterEach(() => history.replaceState(null, '', '/'));

const openQueue = () => {
  history.replaceState(null, '', '/field/queue');
  return render(<App />);
};

// Covers: field-app-32
test('a row of the queue shows outcome and address, here and at the office', async () => {
  await sentVisit();
  const summary = { name: 'Anil', visitType: 'OFFICE', address: '4 Hill View', pinCode: '411021' };
  await queueVisit('', { summary: await encrypt(openKey(), { ...summary, outcome: 'locked' }) });
  const screen = await openQueue();
  await expect.element(screen.getByText('Met someone · 12 Temple Road 411008')).toBeVisible();
  await expect.element(screen.getByText('Locked · 4 Hill View 411021')).toBeVisible();
});

// Covers: field-app-32
test('a received visit is read from the office, and nothing of it is stored', async () => {
  const { calls } = await sentVisit();
  const screen = await openQueue();
  const before = await contents();
  await screen.getByRole('link', { name: /^Deepak Nair/ }).click();
  await expect.element(screen.getByRole('heading', { name: 'Deepak Nair' })).toHaveFocus();
  for (const words of ['HEMA NAIR', 'Middle class', 'Sunita Kale', 'Family at home.', 'Positive'])
    await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Not taken: Street (Can't be seen)")).toBeVisible();
  await expect.poll(() => document.querySelector('img')?.src).toMatch(/^blob:/);
  expect(calls).toEqual(['Bearer access-1 no-store', 'Bearer access-1 no-store']);
  await expect.poll(contents).toBe(before);
  await chooseLanguage('hi');
  onTestFinished(() => chooseLanguage('en'));
  await expect.element(screen.getByText('मिडिल क्लास')).toBeVisible();
});

// Covers: field-app-32
test('without a network only outcome and time are shown, until there is one', async () => {
  await sentVisit();
  let isReachable = false;
  network.use(
    http.get('*/api/v1/agent/visits/:id/', () => (isReachable ? undefined : noConnection())),
  );
  const screen = await openQueue();
  await pressAndSee(
    screen.getByRole('link', { name: /^Deepak Nair/ }),
    screen.getByText('No network'),
  );
  await expect.element(screen.getByText('Met someone')).toBeVisible();
  await expect.element(screen.getByText('Family at home.')).not.toBeInTheDocument();
  isReachable = true;
  await pressAndSee('Try again', screen.getByText('Family at home.'));
});

/** All that the phone's database holds, as text. */
async function contents(): Promise<string> {
  const db = await database();
  return JSON.stringify(await Promise.all([...db.objectStoreNames].map((one) => db.getAll(one))));
}
