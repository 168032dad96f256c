import { lockNow } from './lock.ts';

const mayBeIdleFor = 600_000;

/** Events that count as use. Leaving the app counts too: the ten minutes run from then. */
const uses = ['pointerdown', 'keydown', 'input', 'visibilitychange'] as const;

/** Locks ten minutes after the app was last used, visible or not. Returns a function that stops it. */
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
    // A hidden page's timer may be late. Checks first, so that using the app after ten minutes does not keep it
    // unlocked.
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
