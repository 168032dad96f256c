import { requestPersistentStorage } from './space.ts';

/**
 * Asks the browser for persistent storage at each unlock and after installing, until the browser agrees.
 * Browsers agree more often after installing.
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
