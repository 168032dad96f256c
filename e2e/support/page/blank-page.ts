// Real time: the page may never answer.
import { setTimeout as after } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** The parts of the agents' app to read if its page stays blank. */
const looks: Record<string, () => unknown> = {
  page: () => `${location.href}: ${document.getElementById('root')?.textContent}`,
  scripts: () =>
    performance
      .getEntriesByType('resource')
      .map((one) => `${one.name} ${(one as PerformanceResourceTiming).decodedBodySize}`),
  worker: async () => {
    const { installing, waiting, active } =
      (await navigator.serviceWorker.getRegistration()) ?? ({} as ServiceWorkerRegistration);
    const { controller } = navigator.serviceWorker;
    return [controller, installing, waiting, active].map((worker) => worker?.state);
  },
  caches: async () => {
    const names = await caches.keys();
    return Promise.all(
      names.map(async (name) => [name, (await (await caches.open(name)).keys()).length]),
    );
  },
  locks: () => navigator.locks.query(),
  databases: () => indexedDB.databases(),
  'another database': () =>
    new Promise((resolve) => {
      const opening = indexedDB.open('probe');
      opening.onsuccess = () => resolve('opens');
      opening.onerror = () => resolve(String(opening.error));
    }),
  // If both are missing, the browser has deleted the database.
  'the lock and the queue': () =>
    new Promise((resolve) => {
      const opening = indexedDB.open('doorstep-field');
      opening.onerror = () => resolve(String(opening.error));
      opening.onsuccess = () => {
        const trx = opening.result.transaction(['meta', 'outbox']);
        const lock = trx.objectStore('meta').get('lock');
        const count = trx.objectStore('outbox').count();
        trx.oncomplete = () => resolve([lock.result ? 'lock' : 'no lock', count.result]);
        trx.onabort = () => resolve(String(trx.error));
      };
    }),
};

export async function describePage(page: Page): Promise<string> {
  const lines: string[] = [];
  const ask = async (name: string, asking: Promise<unknown>) => {
    const answer = await Promise.race([asking.catch(String), after(5_000, 'no answer')]);
    lines.push(`${name}: ${JSON.stringify(answer)}`);
  };
  for (const [name, look] of Object.entries(looks)) await ask(name, page.evaluate(look));
  // Real time: the page may never answer.
  await page.reload({ timeout: 5_000 }).catch(() => {});
  await after(5_000);
  // Real time: the page may never answer.
  await ask('after a reload', page.locator('#root').innerText({ timeout: 5_000 }));
  return lines.join('\n');
}
