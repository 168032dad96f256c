import { useInstallState } from '../../lib/app/install.ts';
import { useWords } from '../../words/use-words.ts';

/** The installed app needs other words, because it has no address bar with a lock icon. */
export function useHowToAllow(what: 'Camera' | 'Location'): string {
  const say = useWords();
  const isInstalled = useInstallState() === 'installed';
  // `what` is not translated, because the settings of the browser or phone may be in another language than
  // the app.
  return say(isInstalled ? 'allow.installed' : 'allow.browser', { what });
}
