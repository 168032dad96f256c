import { askToKeep } from './space.ts';

/**
 * Asks the browser to keep what the app stores, as long as it has not agreed: at each start, and once the app is
 * installed, when it is likelier to. Returns a function that stops it.
 */
export function askUntilKept(): () => void {
  const ask = () =>
    void navigator.storage
      .persisted()
      .then((isKept) => isKept || askToKeep())
      .catch(reportError);
  window.addEventListener('appinstalled', ask);
  ask();
  return () => window.removeEventListener('appinstalled', ask);
}
