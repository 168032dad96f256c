import { isAttemptPlannedWithin } from '../tasks/planned-attempts.ts';
import { showReminder } from './show-news.ts';

const lookEvery = 30_000;

/**
 * Shows reminders if push messages are on. This works only while the app runs, because no browser starts a
 * closed app at a set time. The app must have been unlocked once since its start, and may be locked again.
 */
export function startReminders(): void {
  let looked = Date.now();
  setInterval(() => {
    const now = Date.now();
    const isTime = isAttemptPlannedWithin(looked, now);
    looked = now;
    // Fails if the agent has not permitted notifications. The Today screen shows the planned attempt anyway.
    if (isTime) void remind().catch(() => {});
  }, lookEvery);
}

async function remind(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/field/');
  if (registration) await showReminder(registration);
}
