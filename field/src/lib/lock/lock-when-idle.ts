import { lockNow } from './lock.ts';

const mayBeIdleFor = 600_000;

/** What an agent does at the app. Leaving it counts too: the time then runs from there. */
const uses = ['pointerdown', 'keydown', 'input', 'visibilitychange'] as const;

/** Closes the lock ten minutes after the app was last used, seen or unseen. Returns a function that stops it. */
export function lockWhenIdle(): () => void {
  let usedAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const left = usedAt + mayBeIdleFor - Date.now();
    clearTimeout(timer);
    if (left <= 0) lockNow();
    else timer = setTimeout(look, left);
  };
  const noteUse = () => {
    // The timer of a page out of sight may be late: a use after ten minutes must not open what should be locked.
    look();
    usedAt = Date.now();
    look();
  };
  for (const type of uses)
    document.addEventListener(type, noteUse, { capture: true, passive: true });
  noteUse();
  return () => {
    clearTimeout(timer);
    for (const type of uses) document.removeEventListener(type, noteUse, { capture: true });
  };
}
