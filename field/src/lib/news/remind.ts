import { isTryWithin } from '../tasks/tries.ts';
import { showReminder } from './show-news.ts';

const lookEvery = 30_000;

/**
 * Shows reminders only if push messages are on. A page of the app must run, because no browser starts a
 * closed app at a set time. The page may be locked again, but must have been unlocked once.
 */
export function startReminders(): void {
  let looked = Date.now();
  setInterval(() => {
    const now = Date.now();
    const isTime = isTryWithin(looked, now);
    looked = now;
    // Fails if the agent has not permitted notifications. The screen Today shows the planned try in any case.
    if (isTime) void remind().catch(() => {});
  }, lookEvery);
}

async function remind(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/field/');
  if (registration) await showReminder(registration);
}
