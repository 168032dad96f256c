import { requestPersistentStorage } from './space.ts';

/**
 * Asks the browser for persistent storage until it agrees: at each start, and after installing, when browsers agree
 * more often. Returns a function that stops it.
 */
export function requestPersistence(): () => void {
  const ask = () =>
    void navigator.storage
      .persisted()
      .then((isKept) => isKept || requestPersistentStorage())
      .catch(reportError);
  window.addEventListener('appinstalled', ask);
  ask();
  return () => window.removeEventListener('appinstalled', ask);
}
