import { isTryWithin } from '../tasks/tries.ts';
import { showReminder } from './show-news.ts';

const lookEvery = 30_000;

/**
 * Shows a message when it is time to try a visit again, while a page of the app runs, locked or not. No
 * browser starts a closed app at a set time.
 */
export function startReminders(): void {
  let looked = Date.now();
  setInterval(() => {
    const now = Date.now();
    const isTime = isTryWithin(looked, now);
    looked = now;
    // Without permission there is no message. The screen Today shows the visit anyway.
    if (isTime) void remind().catch(() => {});
  }, lookEvery);
}

async function remind(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/field/');
  if (registration) await showReminder(registration);
}
