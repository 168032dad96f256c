import { getPush, turnOffPush, turnOnPush } from '@doorstep/contract/alerts/push';
import { answer, noConnection } from '@doorstep/contract/testing/backend';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readMeta } from '../../lib/db/database.ts';
import { renewNews } from '../../lib/news/news.ts';
import { newsKey, showNews } from '../../lib/news/show-news.ts';
import { signOut } from '../../lib/session/sign-out.ts';
import { openPhone } from '../../testing/day.ts';
import { expectHeading, openApp } from '../../testing/open-app.tsx';
import { simulatePush } from '../../testing/troubles.ts';
import { showLanguage } from '../../words/language.ts';

const ok = { success: true as const, message: '' };
const texts = (browser: { shown: Notification[] }) => browser.shown.map(({ body }) => body);

async function openMe() {
  await openPhone();
  const screen = await openApp('/me');
  return { screen, news: screen.getByRole('button', { name: /^Notify me about new tasks/ }) };
}

// Covers: push-5
test('asks for permission only after a tap, registers the browser, and unregisters it', async () => {
  const { browser } = simulatePush('granted');
  answer(getPush, { public_key: 'B'.repeat(87) });
  const named = vi.fn((_: { body: unknown }) => ok);
  answer(turnOnPush, named);
  const ended = vi.fn(() => ok);
  answer(turnOffPush, ended);
  const { news } = await openMe();
  await expect.element(news).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => browser.asked).toBe(0);
  await news.click();
  await expect.element(news).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => browser.asked).toBe(1);
  await expect
    .poll(() => named.mock.calls[0]?.[0].body)
    .toEqual({
      endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    });
  await news.click();
  await expect.element(news).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => [browser.isSubscribed, ended.mock.calls.length]).toEqual([false, 1]);
  await news.click();
  await expect.element(news).toHaveAttribute('aria-pressed', 'true');
  // The browser has ended the subscription, for example because the agent took the permission back.
  browser.isSubscribed = false;
  await news.click();
  await expect.poll(() => ended.mock.calls.length).toBe(2);
});

// Covers: push-5
test.each([
  ['denied' as const, 'Notifications from Doorstep are blocked'],
  ['granted' as const, 'Couldn’t change the notifications'],
])("says why messages can't be turned on: %s", async (permission, words) => {
  simulatePush(permission);
  answer(getPush, noConnection());
  const { screen, news } = await openMe();
  await news.click();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(news).toHaveAttribute('aria-pressed', 'false');
});

test('offers no messages in a browser that can’t show them', async () => {
  const { PushManager } = window;
  Reflect.deleteProperty(window, 'PushManager');
  onTestFinished(() => void Object.assign(window, { PushManager }));
  const { news } = await openMe();
  await expectHeading('What the PIN can do');
  await expect.element(news).not.toBeInTheDocument();
});

// Covers: push-6
test('adds counts to the message that is still shown, in the agent’s language', async () => {
  const { browser, registration } = simulatePush('granted');
  answer(getPush, { public_key: 'B'.repeat(87) });
  answer(turnOnPush, ok);
  await showNews(registration, { new: 1, gone: 0, name: 'Anil Sharma' });
  expect(texts(browser)).toEqual(['1 new task']);
  const { news } = await openMe();
  await news.click();
  await expect.element(news).toHaveAttribute('aria-pressed', 'true');
  await showLanguage('hi');
  await expect
    .poll(async () => (await readMeta<Record<string, string>>(newsKey))?.['new.one'])
    .toBe('{count} नया काम');
  await showNews(registration, { new: 2, gone: 1 });
  expect(texts(browser)).toEqual(['3 नए काम\n1 काम अब आपका नहीं है']);
  expect(JSON.stringify(browser.shown)).not.toContain('Anil');
  expect(browser.shown[0]?.title).toBe('Doorstep');
});

// Covers: push-4
test('registers the browser again for a new session; ends it on sign-out and for another agent', async () => {
  const { browser } = simulatePush('granted');
  answer(getPush, { public_key: 'B'.repeat(87) });
  const named = vi.fn(() => ok);
  answer(turnOnPush, named);
  const { news } = await openMe();
  await news.click();
  await expect.element(news).toHaveAttribute('aria-pressed', 'true');
  const before = named.mock.calls.length;
  for (const session of ['send-2', 'send-2', 'send-3']) await renewNews(session, 'access-2');
  expect(named.mock.calls.length - before).toBe(2);
  expect(await signOut()).toBe(true);
  await expect.poll(() => browser.isSubscribed).toBe(false);
  browser.isSubscribed = true;
  await renewNews('send-4', 'access-4');
  expect(browser.isSubscribed).toBe(false);
});
