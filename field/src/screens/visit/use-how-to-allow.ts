import { useInstallState } from '../../lib/app/install.ts';
import { useWords } from '../../words/use-words.ts';

/** How to allow what was forbidden: the installed app has no address bar with a lock beside it. */
export function useHowToAllow(what: 'Camera' | 'Location'): string {
  const say = useWords();
  const isInstalled = useInstallState() === 'installed';
  // Browsers and phones name it in their own language, which need not be the app's.
  return say(isInstalled ? 'allow.installed' : 'allow.browser', { what });
}
