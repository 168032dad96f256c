import { expect, type Worker } from '@playwright/test';
import { install, test } from '../support/phone/built-phone-app.ts';

interface Scope {
  registration: ServiceWorkerRegistration;
}

/**
 * Replaces the browser's functions for notifications and the badge, because headless Chromium shows no
 * notifications and ends a worker that sets the badge. Returns a function that lists the notifications.
 */
async function listMessages(worker: Worker) {
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as Scope;
    Object.assign(navigator, { setAppBadge: async () => {} });
    let shown: { title: string; body?: string; data?: unknown }[] = [];
    Object.assign(registration, {
      showNotification: async (title: string, options: NotificationOptions) => {
        shown = [{ title, body: options.body, data: options.data }];
      },
      getNotifications: async () => shown,
    });
  });
  return () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as Scope;
      return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
    });
}

// Covers: push-6
test('shows a message in the service worker that the browser delivers', async ({
  page,
  context,
  app,
}) => {
  await install(page, app);
  const worker = context.serviceWorkers().find((one) => one.url().startsWith(app.url));
  if (!worker) throw new Error('No service worker');
  const shown = await listMessages(worker);
  const devtools = await context.newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    registrations.push(...event.registrations);
  });
  await devtools.send('ServiceWorker.enable');
  const find = () => registrations.find(({ scopeURL }) => scopeURL === app.url)?.registrationId;
  await expect.poll(find).toBeDefined();
  const deliver = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      ...{ origin: new URL(app.url).origin, registrationId: find() ?? '', data },
    });
  await deliver(JSON.stringify({ new: 1, gone: 0 }));
  await expect.poll(shown).toEqual([{ title: 'Doorstep', body: '1 new task' }]);
  await deliver(JSON.stringify({ new: 2, gone: 1 }));
  const body = '3 new tasks\n1 task is no longer yours';
  await expect.poll(shown).toEqual([{ title: 'Doorstep', body }]);
});
