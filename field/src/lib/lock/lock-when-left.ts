import { lockNow } from './lock.ts';

const mayBeLeftFor = 600_000;

/** Closes the lock when the app comes back after ten minutes out of sight. Returns a function that stops it. */
export function lockWhenLeft(): () => void {
  let leftAt = 0;
  const look = () => {
    if (document.visibilityState === 'hidden') leftAt = Date.now();
    else if (leftAt > 0 && Date.now() - leftAt > mayBeLeftFor) lockNow();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
