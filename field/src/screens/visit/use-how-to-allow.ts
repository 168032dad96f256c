import { useInstallState } from '../../lib/app/install.ts';
import { useWords } from '../../words/use-words.ts';

/**
 * Returns how to allow the camera or the location after it was forbidden. The installed app has no address
 * bar with a lock icon.
 */
export function useHowToAllow(what: 'Camera' | 'Location'): string {
  const say = useWords();
  const isInstalled = useInstallState() === 'installed';
  // `what` is not translated, because browsers and phones use their own language, which may differ from the
  // app's.
  return say(isInstalled ? 'allow.installed' : 'allow.browser', { what });
}
