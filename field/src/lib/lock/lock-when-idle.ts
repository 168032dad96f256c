import { lockNow } from './lock.ts';

const mayBeIdleFor = 600_000;

/** Leaving the app counts as a use too, so the app locks ten minutes after the agent has left it. */
const uses = ['pointerdown', 'keydown', 'input', 'visibilitychange'] as const;

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
    // The timer of a hidden page may be late. Checks the time before counting this use, so that a late use
    // does not keep the app unlocked.
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
